import type { CustomOption, OrderChoice } from '../../client/types.js';
import { yearsOf } from '../packages/cards.js';
import type { Years } from '../packages/TermChoice.js';

/** The choices of a custom package. */
export interface CustomValues {
  years: Years;
  storage: string;
  calls: string;
  /** Option codes of the ticked extras. */
  extras: string[];
}

/** Kinds with exactly one choice; every other kind is an extra. */
const single = ['subscription', 'storage', 'calls'];

export function optionsOf(options: readonly CustomOption[], kind: string): CustomOption[] {
  return options.filter((option) => option.kind === kind);
}

export function extrasOf(options: readonly CustomOption[]): CustomOption[] {
  return options.filter((option) => !single.includes(option.kind));
}

/** Returns the form's initial values: the earlier choices, else the defaults (the free ones). The term is the one last shown on the cards. */
export function customValues(options: readonly CustomOption[], order: OrderChoice | undefined, years?: Years): CustomValues {
  const services = order?.services ?? [];
  const pick = (kind: string) => {
    const list = optionsOf(options, kind);
    return (list.find((o) => services.includes(o.optionCode)) ?? list.find((o) => o.default) ?? list[0])?.optionCode ?? '';
  };
  return {
    years: years ?? (order ? yearsOf(order) : 1),
    storage: pick('storage'),
    calls: pick('calls'),
    extras: extrasOf(options).flatMap((o) => (services.includes(o.optionCode) ? [o.optionCode] : [])),
  };
}

/** Returns the order in the server's format. */
export function customOrder(packageId: number, values: CustomValues) {
  return {
    packageId,
    productId: values.years === 2 ? 'SUB2YEAR' : 'SUB1YEAR',
    services: [values.storage, values.calls, ...values.extras].filter(Boolean),
  };
}
