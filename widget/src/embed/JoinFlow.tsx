import { EmbeddedFlow, type EmbeddedFlowProps } from './EmbeddedFlow.js';

export type JoinFlowProps = EmbeddedFlowProps;

/** The sign-up inside a React application. On a server it renders an empty shell. */
export function JoinFlow(props: JoinFlowProps) {
  return <EmbeddedFlow props={props} />;
}
