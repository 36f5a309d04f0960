import { EmbeddedFlow, type EmbeddedFlowProps } from './EmbeddedFlow.js';
import { forAccount } from './kind.js';

/** The props of an embedded flow, without those for sign-ups. */
export type AccountFlowProps = Omit<
  EmbeddedFlowProps,
  'start' | 'prefill' | 'referrer' | 'percentage' | 'selection' | 'inviteUser' | 'inviteToken' | 'credentials'
>;

/** Login and account page inside a React application. On a server it renders an empty shell. */
export function AccountFlow(props: AccountFlowProps) {
  return <EmbeddedFlow props={props} prepare={forAccount} />;
}
