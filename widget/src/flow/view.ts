import { routes } from '../session/route.js';
import type { Flow } from './flow.js';

/** A view's name, which outlives its address, and its place among the steps, if it is one. */
export interface View {
  view: string;
  step?: number | undefined;
}

/** Screens with several views, which report each view by themselves. */
const several = ['payment', 'pro'];

/**
 * Returns the view of a path; undefined if its screen reports its views itself. A view is named after its screen: `parent` for `/step1`, also for an
 * invited parent.
 */
export function viewOf(path: string): View | undefined {
  const route: { screen: string; step?: number } | undefined = routes.find((one) => one.path === path);
  const view = /\/(?:Invite)?(\w+)Screen/.exec(route?.screen ?? '')?.[1]?.toLowerCase() ?? 'legacy';
  return several.includes(view) ? undefined : { view, step: route?.step };
}

/** Reports an entered view to the page and to analytics. */
export function reportView({ emit, track }: Pick<Flow, 'emit' | 'track'>, path: string, { view, step }: View): void {
  emit('step', { view, path, ...(step && { step }) });
  track('Step Viewed', { view, path });
}
