/**
 * The building blocks of screens. They only display: every text comes in as a prop, and none of them fetches anything.
 */
export { Banner, type BannerProps } from './Banner.js';
export { Button, type ButtonProps } from './Button.js';
export { ChildCard, type ChildCardProps } from './ChildCard.js';
export { ChoiceCard, ChoiceCards, type ChoiceCardProps } from './ChoiceCard.js';
export { Dialog, type DialogProps } from './Dialog.js';
export { ErrorSummary, focusField, type ErrorSummaryProps, type SummaryError } from './ErrorSummary.js';
export { Footer, type FooterProps } from './Footer.js';
export { Header, type HeaderProps } from './Header.js';
export { Heading, type HeadingProps } from './Heading.js';
export { Icon, type IconName, type IconProps } from './Icon.js';
export { Illustration, type IllustrationName, type IllustrationProps } from './Illustration.js';
export { Actions, DetailList, FormRow, FormStack, Panel, type Detail, type PanelProps } from './Layout.js';
export { LinkButton, type LinkButtonProps } from './LinkButton.js';
export { Logo } from './Logo.js';
export { OrderSummary, type OrderLine, type OrderSummaryProps } from './OrderSummary.js';
export { PackageCard, PackageGrid, type PackageCardProps } from './PackageCard.js';
export { Page, type PageProps } from './Page.js';
export { Spinner, type SpinnerProps } from './Spinner.js';
export { StepDots, type Step, type StepDotsProps } from './StepDots.js';
export { Toast, type ToastProps } from './Toast.js';
export { TrustNote, type TrustNoteProps } from './TrustNote.js';
