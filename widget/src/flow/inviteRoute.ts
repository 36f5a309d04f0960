import type { ScreenRoute } from './route.js';

/** Every screen of the invited parent's journey. Each is a chunk of its own; so is the guard that is asked before them. */
export const inviteRoutes = [
  { path: '/invite', title: 'invite_title', texts: ['step', 'invite'], screen: () => import('../screens/invite/WelcomeScreen.js') },
  { path: '/invite/request', title: 'invite_request_title', texts: ['step', 'invite'], screen: () => import('../screens/invite/RequestScreen.js') },
  {
    path: '/invite/step1',
    title: 'parent_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InviteParentScreen.js'),
  },
  {
    path: '/invite/packages',
    title: 'packages_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InvitePackagesScreen.js'),
  },
  {
    path: '/invite/choose-your-own',
    title: 'custom_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InviteCustomScreen.js'),
  },
  {
    path: '/invite/billing-info',
    title: 'billing_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InviteBillingScreen.js'),
  },
  {
    path: '/invite/payment',
    title: 'payment_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InvitePaymentScreen.js'),
  },
  {
    path: '/invite/credentials',
    title: 'credentials_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InviteCredentialsScreen.js'),
  },
  {
    path: '/invite/receipt',
    title: 'receipt_title',
    texts: ['step', 'order', 'invite'],
    screen: () => import('../screens/invite/InviteReceiptScreen.js'),
  },
] as const satisfies readonly ScreenRoute[];

/** Path of a screen of the invited parent. */
export type InvitePath = (typeof inviteRoutes)[number]['path'];

/** Whether a path belongs to the invited parent's journey. */
export function isInvitePath(path: string): boolean {
  return path === '/invite' || path.startsWith('/invite/');
}
