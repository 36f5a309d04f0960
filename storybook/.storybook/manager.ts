import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

// The frame around the stories: whose they are, and first of the panels what each story does. Most of them, whole screens, have no controls.
addons.setConfig({
  theme: create({ base: globalThis.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', brandTitle: 'Cojoin' }),
  selectedPanel: 'storybook/interactions/panel',
});
