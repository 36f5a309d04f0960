import type { ComponentType } from 'react';
import type { InvitePath } from '../flow/inviteRoute.js';
import type { RoutePath } from '../flow/route.js';

/** Loads a screen: each is a chunk of its own. */
export type ScreenChunk = () => Promise<{ default: ComponentType }>;

/** The screen of every route. Only the router reads this table: a screen that needs another's path takes it from the routes. */
export const screenChunks: Readonly<Record<RoutePath | InvitePath, ScreenChunk>> = {
  '/signup': () => import('../screens/chooser/ChooserScreen.js'),
  '/pro': () => import('../screens/pro/ProScreen.js'),
  '/coparentstatus': () => import('../screens/status/StatusScreen.js'),
  '/step1': () => import('../screens/parent/ParentScreen.js'),
  '/duplicate': () => import('../screens/duplicate/DuplicateScreen.js'),
  '/step2': () => import('../screens/family/FamilyScreen.js'),
  '/step3': () => import('../screens/packages/PackagesScreen.js'),
  '/alacarte': () => import('../screens/custom/CustomScreen.js'),
  '/payment': () => import('../screens/payment/PaymentScreen.js'),
  '/credentials': () => import('../screens/credentials/CredentialsScreen.js'),
  '/receipt': () => import('../screens/receipt/ReceiptScreen.js'),
  '/invite': () => import('../screens/invite/WelcomeScreen.js'),
  '/invite/request': () => import('../screens/invite/RequestScreen.js'),
  '/invite/step1': () => import('../screens/invite/InviteParentScreen.js'),
  '/invite/packages': () => import('../screens/invite/InvitePackagesScreen.js'),
  '/invite/choose-your-own': () => import('../screens/invite/InviteCustomScreen.js'),
  '/invite/billing-info': () => import('../screens/invite/InviteBillingScreen.js'),
  '/invite/payment': () => import('../screens/invite/InvitePaymentScreen.js'),
  '/invite/credentials': () => import('../screens/invite/InviteCredentialsScreen.js'),
  '/invite/receipt': () => import('../screens/invite/InviteReceiptScreen.js'),
};

/** What every path of the old billing pages shows. */
export const legacyChunk: ScreenChunk = () => import('../screens/legacy/LegacyScreen.js');
