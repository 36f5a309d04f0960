/**
 * @cojoin/widget/react19: the components of @cojoin/widget on the application's own React, 19.2 or later, so that no second React is loaded. Also
 * import `@cojoin/widget/style.css` once.
 */
export { JoinFlow, type JoinFlowProps } from './embed/JoinFlow.js';
export { InviteFlow, type InviteFlowProps } from './embed/InviteFlow.js';
export { ProFlow, type ProFlowProps } from './embed/ProFlow.js';
export { AccountFlow, type AccountFlowProps } from './embed/AccountFlow.js';
export type { FlowHandle, FlowHandlers } from './embed/EmbeddedFlow.js';
export type { Finding, Report } from './embed/report.js';
export type { FlowEvent, FlowEvents, Listener, Purchased } from './flow/event.js';
export type { FlowSetting, Start } from './session/setting.js';
export type { Appearance, Chrome, FooterLink, Logo, TextOverrides } from './brand/appearance.js';
export type { Theme } from './theme/index.js';
