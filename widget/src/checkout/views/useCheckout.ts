import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import { isPriced } from '../questions.js';
import type { PricedState, State } from '../state.js';
import type { Checkout } from '../store.js';

const CheckoutContext = createContext<Checkout | undefined>(undefined);
export const CheckoutProvider = CheckoutContext.Provider;

/** Returns the checkout around this view. */
export function useCheckout(): Checkout {
  const checkout = useContext(CheckoutContext);
  if (!checkout) throw new Error('a view of the checkout needs one around it');
  return checkout;
}

/** Returns the earlier object as long as each of its values stays the same. */
function keepSame<T extends object>(): (next: T) => T {
  let last: T | undefined;
  return (next) => {
    const names = Object.keys(next) as (keyof T)[];
    const isSame = last !== undefined && names.length === Object.keys(last).length && names.every((name) => Object.is(next[name], last?.[name]));
    if (!isSame || last === undefined) last = next;
    return last;
  };
}

/** Selects a view's part of the state. The view renders again only if one of its values changes. Define `select` outside of the component. */
export function useSelected<T extends object>(select: (state: PricedState) => T): T {
  const { subscribe, get } = useCheckout();
  const [same] = useState(() => keepSame<T>());
  return useSyncExternalStore(subscribe, () => same(select(priced(get()))));
}

function priced(state: State): PricedState {
  if (!isPriced(state)) throw new Error(`the checkout has no price in ${state.name}`);
  return state;
}
