import { existsSync } from 'node:fs';

/**
 * Headless Chromium is the same engine with a tenth less work for the processor, because it draws no tabs and address bar. If it isn't
 * installed, the usual one is used. $CHROMIUM names any other.
 */
const withoutWindows = '/usr/bin/chromium-headless-shell';
const installed = existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium';

const withoutFeatures = [
  // The host pages' site counts as a public one, and the server is local.
  'LocalNetworkAccessChecks',
  // A window's address bar loads its own pages with each window, though no test types there. They cost more than an empty page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A spare process for the next page: a journey stays in its own window.
  'SpareRendererForSitePerProcess',
];

/** The browser options of journeys and stories, for root too. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? installed,
  chromiumSandbox: false,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join()}`,
  ],
};
