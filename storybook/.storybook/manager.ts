import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

// The frame around the stories: our brand, and the Interactions panel first, because most stories are whole screens without controls.
addons.setConfig({
  theme: create({ base: globalThis.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', brandTitle: 'Cojoin' }),
  selectedPanel: 'storybook/interactions/panel',
});
