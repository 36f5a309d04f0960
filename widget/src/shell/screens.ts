import { createElement, type ComponentType, type ReactNode } from 'react';
import type { Route } from '../flow/route.js';
import type { Entry } from '../flow/screen.js';

/** Opens a screen, and returns what is shown for as long as it stays open. */
export type Enter = (entry: Entry) => ReactNode;

type ScreenModule = { default: ComponentType } | { enter: Enter };

/** The screens that a row of the routes can name, each a chunk of its own. */
const chunks = import.meta.glob<ScreenModule>('./*/*Screen.tsx', { base: '../screens' });

/** Loads a screen's code. */
export async function loadScreen({ screen }: Pick<Route, 'screen'>): Promise<Enter> {
  const load = chunks[`./${screen}.tsx`];
  if (!load) throw new Error(`no screen ${screen}`);
  const module = await load();
  return 'enter' in module ? module.enter : () => createElement(module.default);
}
