/**
 * @cojoin/widget: the sign-up flow as a React component. Import `@cojoin/widget/style.css` once beside it.
 */
export { JoinFlow, type JoinFlowProps } from './embed/JoinFlow.js';
export { ProFlow, type ProFlowProps } from './embed/ProFlow.js';
export type { FlowEvents } from './flow/flow.js';
