/**
 * @cojoin/widget: the sign-up as React components, for React 18 and later. Also import `@cojoin/widget/style.css` once. The custom elements
 * are in `@cojoin/widget/elements`; `@cojoin/widget/react19` has the same components on the application's own React.
 */
export { AccountFlow, InviteFlow, JoinFlow, ProFlow } from './embed/GuestFlow.js';
export type { JoinFlowProps } from './embed/JoinFlow.js';
export type { InviteFlowProps } from './embed/InviteFlow.js';
export type { ProFlowProps } from './embed/ProFlow.js';
export type { AccountFlowProps } from './embed/AccountFlow.js';
export type { FlowHandle, FlowHandlers } from './embed/EmbeddedFlow.js';
export type { Finding, Report } from './embed/report.js';
export type { FlowEvent, FlowEvents, Listener, Purchased } from './flow/event.js';
export type { FlowSetting, Start } from './session/setting.js';
export type { Appearance, Chrome, FooterLink, Logo, TextOverrides } from './brand/appearance.js';
export type { Theme } from './theme/index.js';
