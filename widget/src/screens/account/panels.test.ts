// @vitest-environment jsdom
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { CancelDialog } from './CancelDialog.js';
import { CodesPanel } from './CodesPanel.js';
import { CoParentPanel, type CoParentPanelProps } from './CoParentPanel.js';
import { SubscriptionPanel } from './SubscriptionPanel.js';

const languages = { en: await createI18n('en', ['frame', 'account']), es: await createI18n('es', ['frame', 'account']) };

/** Returns the text of a part of the page. */
function words(part: ReactElement, language: keyof typeof languages = 'en'): string {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(createElement(SpokenContext, { value: languages[language] }, part));
  return place.textContent ?? '';
}

const nothing = () => undefined;
const support = { phone: '', email: '' };

const invitation = (change: Partial<CoParentPanelProps['coParent']>, hasNewLink = false) =>
  createElement(CoParentPanel, {
    locale: 'en-US',
    coParent: {
      firstName: 'Luis',
      lastName: 'Market',
      state: 'expired',
      invitedAt: '2026-01-02T12:00:00Z',
      expiresAt: '2026-02-03T12:00:00Z',
      resendable: true,
      ...change,
    },
    support,
    isBusy: false,
    hasNewLink,
    isSent: false,
    onSend: nothing,
  });

test('once another link was sent, the day of the one before is no longer shown', () => {
  expect(words(invitation({}))).toContain('Link ended onFebruary 3, 2026');
  expect(words(invitation({}, true))).not.toMatch(/Link|February/);
});

test('an expired and erased invitation has no name, and isn’t shown as withdrawn', () => {
  const forgotten = words(invitation({ firstName: '', lastName: '', state: 'revoked', resendable: false }));
  expect(forgotten).not.toContain('Name');
  expect(forgotten).toContain('The invitation has expired.');
  expect(words(invitation({ state: 'revoked', resendable: false }))).toContain('The invitation was withdrawn.');
});

test.each([
  ['en', 'Your co-parent’s subscription', 'Your co-parent’s subscription stays'],
  ['es', 'Suscripción del otro progenitor', 'La suscripción del otro progenitor sigue'],
] as const)('the subscription of a co-parent without a name is the co-parent’s (%s)', (language, heading, question) => {
  const subscription = {
    id: 's',
    packageName: 'Premium',
    isOwn: false,
    startsAt: '2026-01-02T12:00:00Z',
    endsAt: '2027-01-02T05:00:00Z',
    endsOn: '2027-01-02',
    years: 1,
    renews: true,
    state: 'active',
  } as const;
  const common = { locale: 'en-US', subscription, other: '', onCancel: nothing };
  expect(words(createElement(SubscriptionPanel, { ...common, support, isDone: false, onReplace: nothing }), language)).toContain(heading);
  expect(words(createElement(CancelDialog, { ...common, isBusy: false, onKeep: nothing }), language)).toContain(question);
});

test('a suspended professional sees no instructions for buying codes', () => {
  const panel = (state: 'suspended' | 'verified') =>
    words(createElement(CodesPanel, { locale: 'en-US', support, professional: { state, batches: [] } }));
  expect(panel('verified')).toContain('cojoin login');
  expect(panel('suspended')).toBe('Your subscription codesYour account is suspended. Please contact support.You have no codes yet.');
});
