import type { ComponentType } from 'react';
import type { Route } from '../session/route.js';
import type { Entry } from '../flow/screen.js';

/** A screen's code. `enter` runs once for each opening of the screen, and returns its props. */
interface ScreenModule {
  default: ComponentType;
  enter?: (entry: Entry) => object | undefined;
}

/** A loaded screen. */
export interface LoadedScreen extends Pick<ScreenModule, 'enter'> {
  Screen: ComponentType;
}

/** The screens in the table of routes, each a separate chunk. */
const chunks = import.meta.glob<ScreenModule>('./**/*Screen.tsx', { base: '../screens' });

/** Loads a screen's code. */
export async function loadScreen({ screen }: Pick<Route, 'screen'>): Promise<LoadedScreen> {
  const load = chunks[`./${screen}.tsx`];
  if (!load) throw new Error(`no screen ${screen}`);
  const { default: Screen, enter } = await load();
  return { Screen, enter };
}
