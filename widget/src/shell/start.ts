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

/** All that has to be there before the first screen. */
export type Started = Awaited<ReturnType<typeof startFlow>>;

/**
 * Loads the texts, the start-up data and, where this tab has a sign-up in progress, the server's word on it.
 * Rejects with LostAnswer or Problem where the start-up data can't be had.
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
  // The code of the screen that most likely comes first comes along with the data; without it the router asks again.
  const first = routes.find(({ path }) => path === firstPath(setting.start, keeper.get()));
  if (first) loadScreen(first).catch(() => undefined);
  let { locale } = setting;
  // A choice holds until the page asks for another locale: that is somebody's later choice.
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
  // Waiting for the language first must not leave a failure of the other unhandled.
  started.catch(() => undefined);
  // An invitation in Spanish doesn't take a Mexican visitor's way of writing amounts away.
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
    /** There once `needBuyer` has resolved. */
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

  /** Without an appearance nothing of a brand is loaded. */
  async function brand() {
    return setting.appearance ? (await import('./branded.js')).brand(setting.appearance) : undefined;
  }

  /**
   * An invitation in another language than the default is read in that, unless the address asks for another; one in the default may only say what
   * the inviter speaks. Embedded, the host page's language counts.
   */
  async function invitationLocale(): Promise<string | undefined> {
    const isAsked = new URLSearchParams(location.search).has('lang');
    if (!setting.hosted || isAsked || !inviteKeeper.get().invite || !isInvitePath(location.pathname.slice(basePath.length))) return undefined;
    try {
      const { readInvitation } = await import('../screens/invite/guard.js');
      await readInvitation(inviteKeeper, api);
    } catch {
      // The guard asks again, and deals with it.
    }
    const { languageLocale } = inviteKeeper.get().invitation ?? {};
    return languageLocale === defaultLanguage ? undefined : languageLocale?.replace('_', '-');
  }

  /**
   * Asks how the registration stands; one that is gone is forgotten, with a word why. Without an answer, what was kept is gone by; where that is
   * nothing yet, the flow can't start. A link that has ended doesn't end the sign-up of the tab in which it was opened.
   */
  async function goOn(formerKey = resumed?.formerKey) {
    const { signupId, registrationKey, paid } = keeper.get();
    if (!signupId || !registrationKey || paid) return;
    try {
      const ref = { signupId, registrationKey };
      const registration = await api.readSignup(ref);
      keeper.set({ registration, ...(resumed && registration.state === 'open' ? { notice: 'resumed' } : {}) });
      // Paid, but the answer was lost on its way here. The key stays until the next screen has told of it.
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

/** The locale asked for where it is of the language shown, else the language: amounts are formatted by it. */
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

/** Takes an invitation's link into the tab's store; another link than the one before starts over. */
export function openInvite(keeper: SessionKeeper<InvitedSession>, link: InviteLink | undefined): void {
  const { invite } = keeper.get();
  if (link && (link.userId !== invite?.userId || link.token !== invite.token)) keeper.restart({ invite: link });
}

/** Opens what this tab remembers. The code that reads it is loaded only where there is something to read. */
async function openSessions(setting: ResolvedSetting) {
  const [key, inviteKey, own] = keysOf(setting);
  const store = tabStore();
  // Venmo's application may have opened this tab, which takes the sign-up of another one over.
  const isKept = [key, inviteKey, own].some((name) => textIn(store, name)) || location.hash.includes('venmo');
  const kept = isKept ? (await import('../session/keptSession.js')).readKept(store, key, inviteKey, own) : undefined;
  return {
    keeper: openSession(store, key, kept?.signup),
    inviteKeeper: openInvitation(store, inviteKey, kept?.invited),
    account: openAccount(store, own, kept?.login, key),
  };
}

/** The store's keys for sign-up and invitation of a site and instance, and for the site's login of any flow. */
function keysOf(setting: ResolvedSetting): readonly [string, string, string] {
  const key = sessionKey(setting);
  return [key, `${key}.invite`, `cojoin.${setting.server || location.origin}.login`];
}

/** Takes a sign-up in progress, and a login, out of the tab's store. */
export function forgetSession(setting: ResolvedSetting): void {
  for (const name of keysOf(setting)) forget(tabStore(), name);
}
