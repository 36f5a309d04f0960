import type { StorybookConfig } from '@storybook/react-vite';
import { fileURLToPath } from 'node:url';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The card fields of the stories, in frames as the provider's are: one page for all three. And a bank that asks its customer.
  staticDirs: [
    ...['number', 'expirationDate', 'cvv'].map((field) => ({ from: '../sandbox', to: `/sandbox/hosted/${field}` })),
    { from: '../bank', to: '/sandbox/bank' },
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  typescript: { reactDocgen: false },
  viteFinal(vite) {
    const widget = fileURLToPath(new URL('../../widget/src', import.meta.url));
    const text = fileURLToPath(new URL('../../sdk/text', import.meta.url));
    return {
      ...vite,
      resolve: {
        ...vite.resolve,
        alias: { ...vite.resolve?.alias, '@widget': widget, '@text': text },
        dedupe: ['react', 'react-dom'],
      },
      build: { ...vite.build, chunkSizeWarningLimit: 2000 },
    };
  },
};

export default config;
