import type { FlowEvent, FlowEvents } from '../flow/event.js';
import type { attributes, starts, themes } from './attribute.js';

/** Attributes that accept only certain values. */
interface Values {
  theme: (typeof themes)[number];
  start: (typeof starts)[number];
  mode: 'frame';
  analytics: 'on' | 'off';
  credentials: 'embedded' | 'hosted';
  'heading-level': 1 | 2 | 3 | '1' | '2' | '3';
  percentage: number | string;
}

type Name = (typeof attributes)[number] | 'mode';

/** Attributes of `<cojoin-join>`, `<cojoin-pro>` and `<cojoin-account>`. */
export type CojoinAttributes = { [A in Name]?: (A extends keyof Values ? Values[A] : string) | undefined };

/** Handlers of the elements' events, with a framework's prefix. */
export type CojoinHandlers<Prefix extends string> = {
  [E in FlowEvent as `${Prefix}cojoin:${E}`]?: ((event: CustomEvent<FlowEvents[E]>) => void) | undefined;
};
