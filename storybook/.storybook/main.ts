import type { StorybookConfig } from '@storybook/react-vite';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Serves a folder's page under the folder's address. `storybook dev` alone doesn't, so the card's frames would stay empty. */
const folderPages: Plugin = {
  name: 'cojoin:folder-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use('/sandbox', ({ originalUrl = '' }, response, next) => {
      const { pathname, search } = new URL(originalUrl, 'http://localhost');
      if (pathname.includes('.')) return next();
      response.writeHead(302, { Location: `${pathname.replace(/\/$/, '')}/index.html${search}` }).end();
    });
  },
};

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The stories' card fields, in frames like the provider's: one page for all three. Also a bank's question to its customer.
  staticDirs: [
    ...['number', 'expirationDate', 'cvv'].map((field) => ({ from: '../../widget/fake/sandbox', to: `/sandbox/hosted/${field}` })),
    { from: '../../widget/fake/bank', to: '/sandbox/bank' },
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // Storybook's own tour is off: it isn't about the sign-up's screens.
  features: { sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: false },
  viteFinal(vite) {
    const widget = fileURLToPath(new URL('../../widget/src', import.meta.url));
    const fake = fileURLToPath(new URL('../../widget/fake', import.meta.url));
    const text = fileURLToPath(new URL('../../sdk/text', import.meta.url));
    return {
      ...vite,
      plugins: [...(vite.plugins ?? []), folderPages],
      resolve: {
        ...vite.resolve,
        alias: { ...vite.resolve?.alias, '@widget': widget, '@fake': fake, '@text': text },
        dedupe: ['react', 'react-dom'],
      },
      build: { ...vite.build, chunkSizeWarningLimit: 2000 },
    };
  },
};

export default config;
