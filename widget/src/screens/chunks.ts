import type { ComponentType } from 'react';
import type { InvitePath } from '../flow/inviteRoute.js';
import type { RoutePath } from '../flow/route.js';

/** Loads a screen: each is a chunk of its own. */
export type ScreenChunk = () => Promise<{ default: ComponentType }>;

/** The screen of every route. Only the router reads this table: a screen that needs another's path takes it from the routes. */
export const screenChunks: Readonly<Record<RoutePath | InvitePath, ScreenChunk>> = {
  '/signup': () => import('./chooser/ChooserScreen.js'),
  '/pro': () => import('./pro/ProScreen.js'),
  '/coparentstatus': () => import('./status/StatusScreen.js'),
  '/step1': () => import('./parent/ParentScreen.js'),
  '/duplicate': () => import('./duplicate/DuplicateScreen.js'),
  '/step2': () => import('./family/FamilyScreen.js'),
  '/step3': () => import('./packages/PackagesScreen.js'),
  '/alacarte': () => import('./custom/CustomScreen.js'),
  '/payment': () => import('./payment/PaymentScreen.js'),
  '/credentials': () => import('./credentials/CredentialsScreen.js'),
  '/receipt': () => import('./receipt/ReceiptScreen.js'),
  '/invite': () => import('./invite/WelcomeScreen.js'),
  '/invite/request': () => import('./invite/RequestScreen.js'),
  '/invite/step1': () => import('./invite/InviteParentScreen.js'),
  '/invite/packages': () => import('./invite/InvitePackagesScreen.js'),
  '/invite/choose-your-own': () => import('./invite/InviteCustomScreen.js'),
  '/invite/billing-info': () => import('./invite/InviteBillingScreen.js'),
  '/invite/payment': () => import('./invite/InvitePaymentScreen.js'),
  '/invite/credentials': () => import('./invite/InviteCredentialsScreen.js'),
  '/invite/receipt': () => import('./invite/InviteReceiptScreen.js'),
};

/** What every path of the old billing pages shows. */
export const legacyChunk: ScreenChunk = () => import('./legacy/LegacyScreen.js');
