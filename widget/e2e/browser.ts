import { existsSync } from 'node:fs';

/**
 * Chromium without windows is the same engine with a tenth less work for the processor: nothing draws tabs and an address bar that
 * nobody sees. Where it isn't installed the usual one does. $CHROMIUM names any other.
 */
const withoutWindows = '/usr/bin/chromium-headless-shell';
const installed = existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium';

const withoutFeatures = [
  // The host pages' site counts as a public one, and the server is on this machine.
  'LocalNetworkAccessChecks',
  // A window's address bar has pages of its own, loaded with each window though nobody types there: they cost more than an empty page does.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A process for the page that might be next: a journey's own pages are in its window.
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
