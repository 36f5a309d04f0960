import { EmbeddedFlow, type EmbeddedFlowProps } from './EmbeddedFlow.js';
import { forProfessionals } from './kind.js';

/** The props of an embedded flow, without those for parents. */
export type ProFlowProps = Omit<EmbeddedFlowProps, 'start' | 'referrer' | 'percentage' | 'selection' | 'inviteUser' | 'inviteToken' | 'credentials'>;

/** The professionals' sign-up inside a React application. On a server it renders an empty shell. */
export function ProFlow(props: ProFlowProps) {
  return <EmbeddedFlow props={props} prepare={forProfessionals} />;
}
