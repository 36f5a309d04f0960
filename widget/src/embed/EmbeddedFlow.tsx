import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { flowEvents, type FlowEvent, type FlowEvents, type Listener } from '../flow/event.js';
import { FlowRoot } from '../shell/FlowRoot.js';
import { resolveSetting, type FlowSetting } from '../session/setting.js';
import { forgetSession } from '../shell/start.js';
import type { Report } from './report.js';

/** A handler for each event: `onReady`, `onStep`, `onQuote`, `onComplete`, `onError`, `onTrack`, `onChat`. */
export type FlowHandlers = { [E in FlowEvent as `on${Capitalize<E>}`]?: ((detail: FlowEvents[E]) => void) | undefined };

/** The methods of a `ref` to a flow. */
export interface FlowHandle {
  /** Forgets the sign-up and starts from the beginning. */
  reset: () => void;
  /** Checks this page for common faults, and returns the CSP line that it needs. For the page's developer. */
  doctor: () => Promise<Report>;
}

export interface EmbeddedFlowProps extends FlowSetting, FlowHandlers {
  /** Called for every event, in addition to its own handler. */
  onEvent?: Listener | undefined;
  ref?: Ref<FlowHandle> | undefined;
}

/** A flow inside a host's React application. `prepare` adds the settings of its kind. */
export function EmbeddedFlow({ props, prepare }: { props: EmbeddedFlowProps; prepare?: (setting: FlowSetting) => FlowSetting }) {
  const { ref, onEvent, ...rest } = props;
  const { setting: own, handlers } = split(rest);
  const setting = prepare?.(own) ?? own;
  const place = useRef<HTMLDivElement>(null);
  const [resets, setResets] = useState(0);

  useImperativeHandle(ref, () => ({
    reset: () => setResets((n) => n + 1),
    doctor: async () => {
      if (!place.current) throw new Error('the flow is not on the page');
      const { examine } = await import('./doctor.js');
      return examine(place.current, resolveSetting(setting, false).server || location.origin);
    },
  }));
  const forget = useEffectEvent(() => forgetSession(resolveSetting(setting, false)));
  // Runs before any effect of the new flow, which reads the tab's stored session.
  useLayoutEffect(() => {
    if (resets > 0) forget();
  }, [resets]);

  const dispatch: Listener = (event, detail) => {
    (handlers[`on${event[0]?.toUpperCase()}${event.slice(1)}` as keyof FlowHandlers] as ((payload: typeof detail) => void) | undefined)?.(detail);
    onEvent?.(event, detail);
  };
  return <FlowRoot key={resets} ref={place} setting={setting} hosted={false} onEvent={dispatch} />;
}

const names = new Set(flowEvents.map((event) => `on${event}`.toLowerCase()));

/** Separates the handlers from the flow's settings. */
function split(props: FlowSetting & FlowHandlers): { setting: FlowSetting; handlers: FlowHandlers } {
  const isHandler = ([name]: [string, unknown]) => names.has(name.toLowerCase());
  const entries = Object.entries(props);
  return { setting: Object.fromEntries(entries.filter((e) => !isHandler(e))), handlers: Object.fromEntries(entries.filter(isHandler)) };
}
