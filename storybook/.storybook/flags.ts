import { walletExperiments } from '@fake/world.js';

const walletFlags = walletExperiments.join(' ');

/** Experiments that change a parent's screens, one by one and in common combinations. */
const arms = [
  ['none', 'All in Control'],
  ['grow886', 'grow886: payment in three steps'],
  ['grow805', 'grow805: prices in build-your-own'],
  ['grow431PremiumPickMeNo1', 'grow431: Premium recommended'],
  ['grow621', 'grow621: co-parent e-mail prompt'],
  ['grow722', 'grow722: the look of the invitation'],
  ['grow794', 'grow794: no co-parent status screen'],
  [walletFlags, 'Wallets'],
  [`grow886 ${walletFlags}`, 'Three steps, with wallets'],
  [`grow886 grow805 grow431PremiumPickMeNo1 grow621 grow794 ${walletFlags}`, 'All in Treatment'],
] as const;

/** The toolbar's switch of experiments. A value lists the keys in Treatment, separated by blanks. */
export const flagsToolbar = {
  description: 'Experiments',
  toolbar: {
    title: 'Flags',
    icon: 'beaker' as const,
    dynamicTitle: true,
    items: arms.map(([value, title]) => ({ value, title })),
  },
};
