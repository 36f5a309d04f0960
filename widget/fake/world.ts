import { paymentMethods, wallets } from '../src/rules/index.js';
import type { Market } from './markets.js';

/** The visitor's country and experiments. */
export interface World {
  market: Market;
  /** Experiments whose arm is Treatment; every other one is Control. */
  treated: readonly string[];
}

/** The experiments that offer wallets. */
export const walletExperiments = wallets.flatMap((wallet) => paymentMethods[wallet].experiment ?? []);
