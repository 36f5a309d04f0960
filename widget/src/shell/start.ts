import { createApi } from '../client/api.js';
import type { InviteLink } from '../client/invite.js';
import { isSessionLost } from '../client/failure.js';
import type { Bootstrap } from '../client/types.js';
import { createI18n, needTexts } from '../i18n/i18n.js';
import { defaultLanguage, languageOf } from '../i18n/language.js';
import type { TextPart } from '../i18n/texts.js';
import { loseSignup } from './loseSignup.js';
import { loadScreen } from './screens.js';
import type { Buyer } from '../flow/buyer.js';
import { clearAddress, readEntrance, readInviteLink, resumePath } from './entrance.js';
import { firstPath, isInvitePath, routes } from '../session/route.js';
import { openAccount } from '../session/account.js';
import { forget, openInvitation, openSession, tabStore, textIn, type InvitedSession, type SessionKeeper } from '../session/session.js';
import { basePath, sessionKey, type ResolvedSetting } from '../session/setting.js';
import { anonymousId } from '../session/visitor.js';

/** The data that the first screen needs. */
export type Started = Awaited<ReturnType<typeof startFlow>>;

/**
 * Loads the texts, the start-up data and, if this tab has a sign-up in progress, its state at the server.
 * Rejects with LostAnswer or Problem if the start-up data can't be loaded.
 */
export async function startFlow(setting: ResolvedSetting) {
  const { keeper, inviteKeeper, account } = await openSessions(setting);
  const entrance = readEntrance(setting);
  const link = readInviteLink(setting);
  const fragment = setting.hosted && location.pathname === resumePath ? location.hash : '';
  if (setting.hosted) clearAddress();
  openInvite(inviteKeeper, link);
  if (Object.keys(entrance).length > 0) keeper.set(entrance);
  // A login brought along replaces the tab's earlier account.
  if (entrance.handOver) account.clear();
  const resumed = fragment ? (await import('./resumed.js')).openResumed(keeper, fragment, setting.locale) : undefined;
  // Loads the code of the likely first screen together with the data. After a failure the router loads it again.
  const first = routes.find(({ path }) => path === firstPath(setting.start, keeper.get()));
  if (first) loadScreen(first).catch(() => undefined);
  let { locale } = setting;
  // A choice holds until the page requests another locale: that is a later choice.
  const { spoken } = keeper.get();
  const chosen = spoken?.locale === locale ? spoken.language : undefined;
  let language = chosen ?? languageOf(locale);
  const visitor = anonymousId(setting.analytics);
  const api = createApi({
    server: setting.server,
    language: () => (language === 'pseudo' ? defaultLanguage : regional(locale, language)),
    anonymousId: visitor,
    analytics: setting.analytics,
    referrer: () => keeper.get().discount?.referrer,
    flags: setting.flags,
  });
  let buyer: Buyer | undefined;
  const started = Promise.all([api.bootstrap(), goOn()]);
  // While the language is awaited first, a failure of the other must not be unhandled.
  started.catch(() => undefined);
  // An invitation in Spanish keeps a Mexican visitor's format of amounts.
  if (!chosen) {
    locale = regional(locale, (await invitationLocale()) ?? locale);
    language = languageOf(locale);
  }
  const [i18n, [bootstrap], branded] = await Promise.all([createI18n(language, ['frame']), started, brand()]);
  const deepLink = setting.hosted || !setting.deepLinks ? undefined : (await import('./deepLink.js')).deepLink(setting.deepLinks);
  branded?.speak(i18n);
  return {
    setting,
    keeper,
    inviteKeeper,
    account,
    api,
    i18n,
    needTexts: (parts: readonly TextPart[]) => needTexts(i18n, parts),
    needBuyer: async () => {
      if (!buyer) buyer = (await import('../flow/buyer.js')).signupBuyer(api, keeper);
    },
    /** Available once `needBuyer` has resolved. */
    buyer: (): Buyer => {
      if (!buyer) throw new Error('no buyer yet');
      return buyer;
    },
    bootstrap: withDefaults(bootstrap),
    branded,
    deepLink,
    visitor,
    language,
    speak: (next: typeof language) => {
      language = next;
      keeper.set({ spoken: { language: next, locale: setting.locale } });
    },
  };

  /** Without an appearance no brand code is loaded. */
  async function brand() {
    return setting.appearance ? (await import('./branded.js')).brand(setting.appearance) : undefined;
  }

  /**
   * Returns the invitation's language if it isn't the default, unless the address names another. An invitation in the default language may only show the
   * inviter's language. When embedded, the host page's language counts.
   */
  async function invitationLocale(): Promise<string | undefined> {
    const isChosen = new URLSearchParams(location.search).has('lang');
    if (!setting.hosted || isChosen || !inviteKeeper.get().invite || !isInvitePath(location.pathname.slice(basePath.length))) return undefined;
    try {
      const { readInvitation } = await import('../screens/invite/guard.js');
      await readInvitation(inviteKeeper, api);
    } catch {
      // The guard repeats the request, and handles the failure.
    }
    const { languageLocale } = inviteKeeper.get().invitation ?? {};
    return languageLocale === defaultLanguage ? undefined : languageLocale?.replace('_', '-');
  }

  /**
   * Loads the state of the registration; a lost one is forgotten, with a message. Without an answer the stored state is used; if there is
   * none, the flow can't start. An expired link doesn't end the sign-up of the tab that opened it.
   */
  async function goOn(formerKey = resumed?.formerKey) {
    const { signupId, registrationKey, paid } = keeper.get();
    if (!signupId || !registrationKey || paid) return;
    try {
      const ref = { signupId, registrationKey };
      const registration = await api.readSignup(ref);
      keeper.set({ registration, ...(resumed && registration.state === 'open' ? { notice: 'resumed' } : {}) });
      // Paid, but the answer was lost. The key stays until the next screen has announced the payment.
      if (registration.state === 'paid') keeper.set({ paid: await api.payment(ref) });
    } catch (error) {
      if (isSessionLost(error)) {
        if (formerKey && formerKey !== registrationKey) {
          keeper.set({ registrationKey: formerKey });
          await goOn();
          return;
        }
        loseSignup(keeper, error);
        if (resumed && error.status !== 410) keeper.set({ notice: 'link_ended' });
      } else if (!keeper.get().registration) throw error;
    }
  }
}

/** Returns the requested locale if it is of the shown language, else the language: it sets the format of amounts. */
function regional(locale: string, language: string): string {
  const tag = locale.replace('_', '-');
  return tag.toLowerCase().split('-')[0] === language ? tag : language;
}

function withDefaults(bootstrap: Bootstrap): Bootstrap {
  return {
    ...bootstrap,
    addressCountries: bootstrap.addressCountries ?? [],
    experiments: bootstrap.experiments ?? {},
    flags: bootstrap.flags ?? {},
    links: bootstrap.links ?? {},
  };
}

/** Stores an invitation's link in the tab; a different link starts over. */
export function openInvite(keeper: SessionKeeper<InvitedSession>, link: InviteLink | undefined): void {
  const { invite } = keeper.get();
  if (link && (link.userId !== invite?.userId || link.token !== invite.token)) keeper.restart({ invite: link });
}

/** Opens the tab's stored sessions. The code that reads them is loaded only if there are any. */
async function openSessions(setting: ResolvedSetting) {
  const [key, inviteKey, own] = keysOf(setting);
  const store = tabStore();
  // Venmo's application may have opened this tab, which then takes over another tab's sign-up.
  const isKept = [key, inviteKey, own].some((name) => textIn(store, name)) || location.hash.includes('venmo');
  const kept = isKept ? (await import('../session/keptSession.js')).readKept(store, key, inviteKey, own) : undefined;
  return {
    keeper: openSession(store, key, kept?.signup),
    inviteKeeper: openInvitation(store, inviteKey, kept?.invited),
    account: openAccount(store, own, kept?.login, key),
  };
}

/** Returns the store's keys for sign-up and invitation of a site and instance, and for the site's login of any flow. */
function keysOf(setting: ResolvedSetting): readonly [string, string, string] {
  const key = sessionKey(setting);
  return [key, `${key}.invite`, `cojoin.${setting.server || location.origin}.login`];
}

/** Removes a sign-up in progress, and a login, from the tab's store. */
export function forgetSession(setting: ResolvedSetting): void {
  for (const name of keysOf(setting)) forget(tabStore(), name);
}
