import type { ScreenRoute } from './screenRoute.js';

/** Every screen of the invited parent's journey. The guard that is asked before them is a chunk of its own. */
export const inviteRoutes = [
  { path: '/invite', title: 'invite_title', texts: ['step', 'invite'] },
  { path: '/invite/request', title: 'invite_request_title', texts: ['step', 'invite'] },
  {
    path: '/invite/step1',
    title: 'parent_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/packages',
    title: 'packages_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/choose-your-own',
    title: 'custom_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/billing-info',
    title: 'billing_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/payment',
    title: 'payment_title',
    texts: ['step', 'order', 'invite', 'payment'],
  },
  {
    path: '/invite/credentials',
    title: 'credentials_title',
    texts: ['step', 'order', 'invite'],
  },
  {
    path: '/invite/receipt',
    title: 'receipt_title',
    texts: ['step', 'order', 'invite'],
  },
] as const satisfies readonly ScreenRoute[];

/** Path of a screen of the invited parent. */
export type InvitePath = (typeof inviteRoutes)[number]['path'];

/** Whether a path belongs to the invited parent's journey. */
export function isInvitePath(path: string): boolean {
  return path === '/invite' || path.startsWith('/invite/');
}
