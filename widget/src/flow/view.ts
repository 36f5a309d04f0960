import { routes } from '../session/route.js';
import type { Flow } from './flow.js';

/** A view's name, which outlives its address, and its place among the steps if it is one. */
export interface View {
  view: string;
  step?: number | undefined;
}

/** Screens that are several views, and tell of each by themselves. */
const several = ['payment', 'pro'];

/**
 * The view that a path shows, undefined where its screen tells of its views itself. It is called what its screen is: `parent` for `/step1`, and
 * for an invited parent's too.
 */
export function viewOf(path: string): View | undefined {
  const route: { screen: string; step?: number } | undefined = routes.find((one) => one.path === path);
  const view = /\/(?:Invite)?(\w+)Screen/.exec(route?.screen ?? '')?.[1]?.toLowerCase() ?? 'legacy';
  return several.includes(view) ? undefined : { view, step: route?.step };
}

/** Tells the page and the analytics that a view was entered. */
export function tellView({ emit, track }: Pick<Flow, 'emit' | 'track'>, path: string, { view, step }: View): void {
  emit('step', { view, path, ...(step && { step }) });
  track('Step Viewed', { view, path });
}
