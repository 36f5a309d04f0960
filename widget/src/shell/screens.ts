import type { ComponentType } from 'react';
import type { Route } from '../flow/route.js';

/** The screens that a row of the routes can name, each a chunk of its own. */
const chunks = import.meta.glob<ComponentType>('./*/*Screen.tsx', { base: '../screens', import: 'default' });

/** Loads a screen's code. */
export async function loadScreen({ screen }: Pick<Route, 'screen'>): Promise<ComponentType> {
  const load = chunks[`./${screen}.tsx`];
  if (!load) throw new Error(`no screen ${screen}`);
  return load();
}
