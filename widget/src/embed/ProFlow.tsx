import { FlowRoot } from '../flow/FlowRoot.js';
import { forProfessionals } from '../flow/setting.js';
import type { JoinFlowProps } from './JoinFlow.js';

/** What concerns parents only is left out. */
export type ProFlowProps = Omit<JoinFlowProps, 'start' | 'referrer' | 'percentage' | 'selection'>;

/** The professionals' sign-up inside a React application. On a server it renders an empty shell. */
export function ProFlow({ onEvent, ...setting }: ProFlowProps) {
  return <FlowRoot setting={forProfessionals(setting)} hosted={false} onEvent={onEvent} />;
}
