/**
 * Colors, type, space and the root element. `Root` brings the style sheets; the page at /app/join also imports `./hosted.css`.
 */
export { Root, useRoot, type RootProps, type RootSetting, type Theme } from './Root.js';
export { readHostedStyle, type HostedStyle } from './hostedStyle.js';
