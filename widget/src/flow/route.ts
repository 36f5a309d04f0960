import type { Bootstrap, Registration } from '../client/types.js';
import type { InvitePath } from './inviteRoute.js';
import type { Route } from './screenRoute.js';
import type { Session } from './session.js';
import type { Start } from './setting.js';

/** Every screen of the parent's journey, and the professional's form. */
export const routes = [
  { path: '/signup', needs: 'nothing', title: 'chooser_title', texts: [] },
  {
    path: '/pro',
    needs: 'nothing',
    title: 'chooser_professionals',
    texts: ['step', 'pro'],
  },
  { path: '/coparentstatus', needs: 'status', title: 'status_title', texts: ['step'] },
  { path: '/step1', needs: 'nothing', title: 'parent_title', step: 1, texts: ['step'] },
  {
    path: '/duplicate',
    needs: 'nothing',
    title: 'duplicate_title',
    texts: ['step'],
  },
  {
    path: '/step2',
    needs: 'registration',
    title: 'family_title',
    step: 2,
    texts: ['step'],
  },
  {
    path: '/step3',
    needs: 'registration',
    title: 'packages_title',
    step: 3,
    texts: ['step', 'order'],
  },
  {
    path: '/alacarte',
    needs: 'registration',
    title: 'custom_title',
    step: 3,
    texts: ['step', 'order'],
  },
  {
    path: '/payment',
    needs: 'registration',
    title: 'payment_title',
    step: 4,
    texts: ['step', 'order', 'payment'],
  },
  {
    path: '/credentials',
    needs: 'credentials',
    title: 'credentials_title',
    texts: ['step', 'order'],
  },
  {
    path: '/receipt',
    needs: 'receipt',
    title: 'receipt_title',
    texts: ['step', 'order'],
  },
] as const satisfies readonly Route[];

/** Path of a screen of the parent's journey, or of the professional's form. */
export type RoutePath = (typeof routes)[number]['path'];

/** Path of a screen. */
export type Path = RoutePath | (typeof legacyPaths)[number] | InvitePath;

/** Paths of the old billing pages; they say that billing has moved. */
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

/** Paths that are another's by another name. */
export const aliases = { '/': '/signup', '/carousel': '/step1', '/join/payment': '/payment' } as const;

/**
 * The first screen where no address says which: of an embedded flow, whose sign-up goes on where it stood, and of the hosted page's root.
 * A sign-up that is gone begins at its first step, where the reason is told.
 */
export function firstPath(start: Start, session: Session): Path {
  if (start === 'professionals') return '/pro';
  if (session.paid) return session.credentialsSet ? '/receipt' : '/credentials';
  if (session.registration) return pathOf(session.registration.next);
  return start === 'parents' || session.notice ? '/step1' : '/signup';
}

/** Where a person who asks for a screen has to go instead; undefined where they may see it. Paid means that every step before it is over. */
export function redirectOf(route: Pick<Route, 'path' | 'needs'>, session: Session, experiments: Bootstrap['experiments']): Path | undefined {
  const isPaid = session.paid !== undefined;
  switch (route.needs) {
    case 'status':
      return experiments.grow794 === 'Treatment' || experiments.coparentStatusBypass === 'Treatment' ? '/step1' : undefined;
    case 'registration':
      if (isPaid) return session.credentialsSet ? '/receipt' : '/credentials';
      if (!session.registration) return '/step1';
      return session.registration.routes.includes(route.path) ? undefined : pathOf(session.registration.next);
    case 'credentials':
      if (!isPaid) return session.mailedToken ? undefined : '/signup';
      return session.credentialsSet ? '/receipt' : undefined;
    case 'receipt':
      return isPaid && !session.credentialsSet ? '/credentials' : undefined;
    case 'nothing':
      return isPaid && route.path === '/step1' ? (session.credentialsSet ? '/receipt' : '/credentials') : undefined;
  }
}

/** The route that the server named, where we have a screen for it; else the beginning. */
export function pathOf(route: string): Path {
  return routes.find((r) => r.path === route)?.path ?? '/step1';
}

/** Where a saved step leads: the step that follows it where the server lets one go there, else where the server says. */
export function pathAfter(following: Path, registration: Registration): Path {
  const next = pathOf(registration.next);
  return next !== '/duplicate' && registration.routes.includes(following) ? following : next;
}
