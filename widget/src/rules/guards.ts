// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

/** The route that comes next, and the routes that may be seen. The server's answer decides; this is what it decides by. */
export interface Guard {
  next: string;
  routes: readonly string[];
}

/** Where a sign-up stands. */
export type StepState = 'parent' | 'family' | 'package' | 'custom' | 'payment' | 'payment_custom' | 'duplicate' | 'confirming' | 'paid' | 'done';

export const stepGuards: Readonly<Record<StepState, Guard>> = {
  parent: { next: '/step1', routes: ['/step1'] },
  family: { next: '/step2', routes: ['/step1', '/step2'] },
  package: { next: '/step3', routes: ['/step1', '/step2', '/step3'] },
  custom: { next: '/alacarte', routes: ['/step1', '/step2', '/step3', '/alacarte'] },
  payment: { next: '/payment', routes: ['/step1', '/step2', '/step3', '/payment'] },
  payment_custom: { next: '/payment', routes: ['/step1', '/step2', '/step3', '/alacarte', '/payment'] },
  duplicate: { next: '/duplicate', routes: ['/step1', '/step2', '/duplicate'] },
  confirming: { next: '/payment', routes: ['/payment'] },
  paid: { next: '/credentials', routes: ['/credentials', '/receipt'] },
  done: { next: '/receipt', routes: ['/receipt'] },
};

/** Where an invited parent stands. /invite/request is open to anyone. */
export type InviteState =
  | 'invite_parent'
  | 'invite_billing'
  | 'invite_package'
  | 'invite_custom'
  | 'invite_payment'
  | 'invite_payment_custom'
  | 'invite_confirming'
  | 'invite_joined'
  | 'invite_paid'
  | 'invite_done';

export const inviteGuards: Readonly<Record<InviteState, Guard>> = {
  invite_parent: { next: '/invite/step1', routes: ['/invite', '/invite/step1'] },
  invite_billing: { next: '/invite/billing-info', routes: ['/invite', '/invite/step1', '/invite/billing-info'] },
  invite_package: { next: '/invite/packages', routes: ['/invite', '/invite/step1', '/invite/packages'] },
  invite_custom: { next: '/invite/choose-your-own', routes: ['/invite', '/invite/step1', '/invite/packages', '/invite/choose-your-own'] },
  invite_payment: { next: '/invite/payment', routes: ['/invite', '/invite/step1', '/invite/packages', '/invite/payment'] },
  invite_payment_custom: {
    next: '/invite/payment',
    routes: ['/invite', '/invite/step1', '/invite/packages', '/invite/choose-your-own', '/invite/payment'],
  },
  invite_confirming: { next: '/invite/payment', routes: ['/invite', '/invite/payment'] },
  invite_joined: { next: '/invite/credentials', routes: ['/invite', '/invite/credentials'] },
  invite_paid: { next: '/invite/credentials', routes: ['/invite', '/invite/credentials', '/invite/receipt'] },
  invite_done: { next: '/invite/receipt', routes: ['/invite', '/invite/receipt'] },
};
