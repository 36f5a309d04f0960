import type { Preview } from '@storybook/react-vite';
import type { i18n as I18n } from 'i18next';
import '@widget/theme/hosted.css';
import { createI18n } from '@widget/i18n/i18n.js';
import { SpokenContext } from '@widget/i18n/spoken.js';
import { languageName, languageOf, languages, tagOf } from '@widget/i18n/language.js';
import { propertiesOf } from '@widget/brand/derive.js';
import { readAppearance } from '@widget/brand/read.js';
import { Root, type Theme } from '@widget/theme/index.js';
import { markets } from '@fake/markets.js';
import { WorldProvider, worldOf } from '../stories/fixtures/world.js';
import { axeOptions } from './axe.js';
import { brandOf, brandToolbar, directionOf } from './brands.js';
import { flagsToolbar } from './flags.js';
import './preview.css';

/** Returns a brand's colors, type and space. Its texts, header and footer come only with a whole flow. */
function styleOf(brand: string | undefined) {
  return brand === undefined ? undefined : propertiesOf(readAppearance(brand).tokens);
}

const preview: Preview = {
  globalTypes: {
    locale: {
      description: 'Language of the words',
      toolbar: {
        title: 'Language',
        icon: 'globe',
        dynamicTitle: true,
        items: [...languages.map((value) => ({ value, title: languageName(value) })), { value: 'pseudo', title: 'Pseudo, 35 % longer' }],
      },
    },
    theme: {
      description: 'Colors',
      toolbar: {
        title: 'Theme',
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
          { value: 'auto', title: 'As the system', icon: 'browser' },
        ],
      },
    },
    country: {
      description: 'Country: pricing group, currency, taxes, support phone',
      toolbar: {
        title: 'Country',
        icon: 'location',
        dynamicTitle: true,
        items: markets.map(({ country, name }) => ({ value: country, title: name })),
      },
    },
    brand: brandToolbar,
    flags: flagsToolbar,
  },
  initialGlobals: { locale: 'en', theme: 'light', country: 'US', brand: 'cojoin', flags: 'none' },
  parameters: {
    layout: 'fullscreen',
    // The theme sets the background.
    backgrounds: { disable: true },
    // A story with a violation is a failed test.
    a11y: { test: 'error', options: axeOptions },
    viewport: {
      options: {
        phone: { name: 'Phone, 360', type: 'mobile', styles: { width: '360px', height: '780px' } },
        tablet: { name: 'Tablet, 768', type: 'tablet', styles: { width: '768px', height: '1024px' } },
        desktop: { name: 'Desktop, 1280', type: 'desktop', styles: { width: '1280px', height: '900px' } },
        zoomed: { name: 'Zoomed 400 %, 320', type: 'mobile', styles: { width: '320px', height: '640px' } },
      },
    },
    options: {
      storySort: { order: ['Map', 'Journey', 'Invitation', 'Professionals', 'Parts', 'Fields', 'Foundation'], method: '' },
    },
  },
  loaders: [async ({ globals }) => ({ i18n: await createI18n(languageOf(globals['locale'] as string)) })],
  decorators: [
    (Story, { globals, parameters, loaded }) => {
      // As on the hosted page, so that the area below a short screen has its color.
      document.documentElement.dataset['theme'] = globals['theme'] as Theme;
      document.documentElement.dir = directionOf(globals);
      // A whole flow has its own root and texts.
      if (parameters['frame'] === 'flow') return <Story />;
      return (
        <SpokenContext value={loaded['i18n'] as I18n}>
          <Root theme={globals['theme'] as Theme} lang={tagOf(languageOf(String(globals['locale'])))} style={styleOf(brandOf(globals))}>
            <WorldProvider value={worldOf(globals)}>
              <div className={parameters['frame'] === 'screen' ? 'story-screen' : 'story-canvas'}>
                <Story />
              </div>
            </WorldProvider>
          </Root>
        </SpokenContext>
      );
    },
  ],
};

export default preview;
