import { FlowRoot } from '../flow/FlowRoot.js';
import type { Listener } from '../flow/announcer.js';
import type { FlowSetting } from '../flow/setting.js';

export interface JoinFlowProps extends FlowSetting {
  /** Called for everything that happens: ready, step, quote, complete, error, track. No personal data in it. */
  onEvent?: Listener | undefined;
}

/** The sign-up flow inside a React application. On a server it renders an empty shell. */
export function JoinFlow({ onEvent, ...setting }: JoinFlowProps) {
  return <FlowRoot setting={setting} hosted={false} onEvent={onEvent} />;
}
