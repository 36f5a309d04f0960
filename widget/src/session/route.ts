import type { Bootstrap, Registration } from '../client/types.js';
import type { TextPart } from '../i18n/texts.js';
import type { TextCode } from '../i18n/useText.js';
import type { SignupSession } from './session.js';
import { basePath, type Start } from './setting.js';

/** The condition on the sign-up that opens a screen. */
export type Need =
  | 'nothing'
  /** The experiments show the co-parent status screen. */
  | 'status'
  /** A registration that lists this route, in the server's answer. */
  | 'registration'
  /** A paid registration without credentials. */
  | 'credentials'
  /** Not while a paid registration still needs credentials. */
  | 'receipt'
  /** A logged-in user. */
  | 'login'
  /** No logged-in user. */
  | 'no login'
  /** Checked by the invitation's own guard, a separate chunk: `screens/invite/guard.ts`. */
  | 'invitation';

/** One screen. */
export interface Route {
  path: string;
  /** Its code, a separate chunk: the file below `screens/`. */
  screen: string;
  needs: Need;
  /** The page's title on the hosted page. */
  title: TextCode;
  /** The screen's texts, in addition to those around every screen. */
  texts: readonly TextPart[];
  /** Its number among the four steps of the parent's journey, if it has one. */
  step?: 1 | 2 | 3 | 4;
}

/** Every screen: the parent's journey, the professional's form, the invited parent's journey. */
export const routes = [
  { path: '/signup', screen: 'signup/chooser/ChooserScreen', needs: 'nothing', title: 'chooser_title', texts: [] },
  { path: '/pro', screen: 'pro/ProScreen', needs: 'nothing', title: 'chooser_professionals', texts: ['step', 'pro'] },
  { path: '/coparentstatus', screen: 'signup/status/StatusScreen', needs: 'status', title: 'status_title', texts: ['step'] },
  { path: '/step1', screen: 'signup/parent/ParentScreen', needs: 'nothing', title: 'parent_title', step: 1, texts: ['step'] },
  { path: '/duplicate', screen: 'signup/duplicate/DuplicateScreen', needs: 'nothing', title: 'duplicate_title', texts: ['step'] },
  { path: '/step2', screen: 'signup/family/FamilyScreen', needs: 'registration', title: 'family_title', step: 2, texts: ['step'] },
  { path: '/step3', screen: 'signup/PackagesScreen', needs: 'registration', title: 'packages_title', step: 3, texts: ['step', 'order'] },
  { path: '/alacarte', screen: 'signup/CustomScreen', needs: 'registration', title: 'custom_title', step: 3, texts: ['step', 'order'] },
  { path: '/payment', screen: 'signup/PaymentScreen', needs: 'registration', title: 'payment_title', step: 4, texts: ['step', 'order', 'payment'] },
  { path: '/credentials', screen: 'signup/CredentialsScreen', needs: 'credentials', title: 'credentials_title', texts: ['step', 'order'] },
  { path: '/link', screen: 'account/LinkScreen', needs: 'nothing', title: 'link_title', texts: ['step'] },
  { path: '/password', screen: 'account/password/PasswordScreen', needs: 'nothing', title: 'password_title', texts: ['step', 'order'] },
  { path: '/login', screen: 'account/login/LoginScreen', needs: 'no login', title: 'login_title', texts: ['step', 'account'] },
  { path: '/account', screen: 'account/AccountScreen', needs: 'login', title: 'account_title', texts: ['step', 'order', 'account'] },
  {
    path: '/account/payment-method',
    screen: 'account/method/MethodScreen',
    needs: 'login',
    title: 'method_title',
    texts: ['step', 'order', 'payment', 'account'],
  },
  { path: '/receipt', screen: 'signup/ReceiptScreen', needs: 'receipt', title: 'receipt_title', texts: ['step', 'order'] },
  { path: '/invite', screen: 'invite/WelcomeScreen', needs: 'invitation', title: 'invite_title', texts: ['step', 'invite'] },
  { path: '/invite/request', screen: 'invite/RequestScreen', needs: 'invitation', title: 'invite_request_title', texts: ['step', 'invite'] },
  { path: '/invite/step1', screen: 'invite/InviteParentScreen', needs: 'invitation', title: 'parent_title', texts: ['step', 'order', 'invite'] },
  {
    path: '/invite/packages',
    screen: 'invite/InvitePackagesScreen',
    needs: 'invitation',
    title: 'packages_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/choose-your-own',
    screen: 'invite/InviteCustomScreen',
    needs: 'invitation',
    title: 'custom_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/billing-info',
    screen: 'invite/InviteBillingScreen',
    needs: 'invitation',
    title: 'billing_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/payment',
    screen: 'invite/InvitePaymentScreen',
    needs: 'invitation',
    title: 'payment_title',
    texts: ['step', 'order', 'invite', 'payment'],
  },
  {
    path: '/invite/credentials',
    screen: 'invite/InviteCredentialsScreen',
    needs: 'invitation',
    title: 'credentials_title',
    texts: ['step', 'order', 'invite'],
  },
  { path: '/invite/receipt', screen: 'invite/InviteReceiptScreen', needs: 'invitation', title: 'receipt_title', texts: ['step', 'order', 'invite'] },
] as const satisfies readonly Route[];

/** The screen of every path of the old billing pages. */
export const legacyRoute = { screen: 'signup/legacy/LegacyScreen', texts: ['step'] } as const satisfies Partial<Route>;

type RoutePath = (typeof routes)[number]['path'];

/** Path of a screen of the invited parent. */
export type InvitePath = Extract<RoutePath, `/invite${string}`>;

/** Path of a screen. */
export type Path = RoutePath | (typeof legacyPaths)[number];

/** Reports whether a path belongs to the invited parent's journey. */
export function isInvitePath(path: string): path is InvitePath {
  return path === '/invite' || path.startsWith('/invite/');
}

/** Paths of the old billing pages; their screen explains that billing has moved. */
export const legacyPaths = [
  '/step1/parentb',
  '/step1/address',
  '/step2/parentb',
  '/alacarte/parentb',
  '/payment/parentb',
  '/receipt/parentb',
  '/securityquestions',
  '/termsandconditions',
] as const;

/** Other names of paths. */
export const aliases = { '/': '/signup', '/resume': '/signup', '/carousel': '/step1', '/join/payment': '/payment' } as const;

/**
 * Returns the first screen if no address names one: of an embedded flow, which continues its sign-up, and of the hosted page's root.
 * A lost sign-up begins at its first step, which shows the reason.
 */
export function firstPath(start: Start, session: SignupSession): Path {
  if (start === 'professionals') return '/pro';
  if (start === 'account') return '/account';
  if (session.paid) return session.credentialsSet ? '/receipt' : '/credentials';
  if (session.registration) return pathOf(session.registration.next);
  return start === 'parents' || session.notice ? '/step1' : '/signup';
}

/** Reports whether a screen comes before the payment. It closes after the payment. */
export const precedesPayment = ({ path, needs }: Pick<Route, 'path' | 'needs'>): boolean => needs === 'registration' || path === '/step1';

/**
 * Returns the redirect of a request for a screen; undefined if the screen opens. After the payment every step before it is closed. The end of a
 * sign-up logs the user in: Back then leads to the receipt. The invitation's screens, and those about a login, have their own guards.
 */
export function redirectOf(
  route: Pick<Route, 'path' | 'needs'>,
  session: SignupSession,
  experiments: Bootstrap['experiments'],
  isLoggedIn = false,
): Path | undefined {
  const isPaid = session.paid !== undefined;
  switch (route.needs) {
    case 'status':
      return experiments.grow794 === 'Treatment' || experiments.coparentStatusBypass === 'Treatment' ? '/step1' : undefined;
    case 'registration':
      if (isPaid) return session.credentialsSet ? '/receipt' : '/credentials';
      if (!session.registration) return isLoggedIn ? '/receipt' : '/step1';
      return session.registration.routes.includes(route.path) ? undefined : pathOf(session.registration.next);
    case 'credentials':
      if (!isPaid) return session.mailedToken ? undefined : isLoggedIn ? '/receipt' : '/signup';
      return session.credentialsSet ? '/receipt' : undefined;
    case 'receipt':
      return isPaid && !session.credentialsSet ? '/credentials' : undefined;
    case 'invitation':
    case 'login':
    case 'no login':
      return undefined;
    case 'nothing':
      return isPaid && precedesPayment(route) ? (session.credentialsSet ? '/receipt' : '/credentials') : undefined;
  }
}

/** Returns the redirect that the login's state requires; undefined if the screen opens. */
export function loginRedirectOf({ needs }: Pick<Route, 'needs'>, isLoggedIn: boolean): Path | undefined {
  if (needs === 'login') return isLoggedIn ? undefined : '/login';
  return needs === 'no login' && isLoggedIn ? '/account' : undefined;
}

/** Reports whether an address is a screen of the hosted page: a flow then shows its own screen instead of leaving. */
export function isHosted(path: Path, address: string | undefined): boolean {
  return address?.endsWith(`${basePath}${path}`) === true;
}

/** Returns the server's next route if we have a screen for it; else the beginning. */
export function pathOf(route: string): Path {
  return routes.find((r) => r.path === route && r.needs !== 'invitation')?.path ?? '/step1';
}

/** Returns the screen after a saved step: the following one if the server allows it, else the server's. */
export function pathAfter(following: Path, registration: Registration): Path {
  const next = pathOf(registration.next);
  return next !== '/duplicate' && registration.routes.includes(following) ? following : next;
}
