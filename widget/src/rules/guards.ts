// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

/** Where a sign-up stands. */
export type StepState = 'parent' | 'family' | 'package' | 'custom' | 'payment' | 'payment_custom' | 'duplicate' | 'confirming' | 'paid' | 'done';

/** By state: the route that comes next, and the routes that may be seen. The server's answer decides; this is what it decides by. */
export const stepGuards: Readonly<Record<StepState, { next: string; routes: readonly string[] }>> = {
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
