import type { Preview } from '@storybook/react-vite';
import '@widget/theme/hosted.css';
import { Root, type Theme } from '@widget/theme/index.js';
import './preview.css';

const preview: Preview = {
  globalTypes: {
    locale: {
      description: 'Language of the words',
      toolbar: {
        title: 'Language',
        icon: 'globe',
        dynamicTitle: true,
        items: [
          { value: 'en', title: 'English' },
          { value: 'es', title: 'Español' },
        ],
      },
    },
    theme: {
      description: 'Colours',
      toolbar: {
        title: 'Theme',
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
          { value: 'auto', title: 'As the system' },
        ],
      },
    },
  },
  initialGlobals: { locale: 'en', theme: 'light' },
  parameters: {
    layout: 'fullscreen',
    // A story with a violation is a failed test.
    a11y: { test: 'error' },
    viewport: {
      options: {
        phone: { name: 'Phone, 360', type: 'mobile', styles: { width: '360px', height: '780px' } },
        tablet: { name: 'Tablet, 768', type: 'tablet', styles: { width: '768px', height: '1024px' } },
        desktop: { name: 'Desktop, 1280', type: 'desktop', styles: { width: '1280px', height: '900px' } },
        zoomed: { name: 'Zoomed 400 %, 320', type: 'mobile', styles: { width: '320px', height: '640px' } },
      },
    },
    options: {
      storySort: { order: ['Foundation', 'Fields', 'Parts', 'Journey'], method: '' },
    },
  },
  decorators: [
    (Story, { globals, parameters }) => (
      <Root theme={globals['theme'] as Theme} lang={globals['locale'] as string}>
        <div className={parameters['frame'] === 'screen' ? 'story-screen' : 'story-canvas'}>
          <Story />
        </div>
      </Root>
    ),
  ],
};

export default preview;
