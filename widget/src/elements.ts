/** @cojoin/widget/elements: the sign-up as custom elements, for pages without their own React. */
export { defineElements, type CojoinElement, type CojoinElementEvents, type ElementsOptions } from './embed/elements.js';
export type { Appearance, Chrome, FooterLink, Logo, TextOverrides } from './brand/appearance.js';
export type { Finding, Report } from './embed/report.js';
export type { FlowEvent, FlowEvents } from './flow/event.js';
