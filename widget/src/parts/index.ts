/**
 * The parts that screens are made of. They show what they are given: every word comes in as a prop, and none of them fetches anything.
 */
export { Button, type ButtonProps } from './Button.js';
export { ErrorSummary, focusField, type ErrorSummaryProps, type SummaryError } from './ErrorSummary.js';
export { Heading, type HeadingProps } from './Heading.js';
export { Icon, type IconName, type IconProps } from './Icon.js';
export { LinkButton, type LinkButtonProps } from './LinkButton.js';
export { Page, type PageProps } from './Page.js';
export { Spinner, type SpinnerProps } from './Spinner.js';
