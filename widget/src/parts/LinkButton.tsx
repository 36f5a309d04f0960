import type { ReactNode } from 'react';
import './link-button.css';
import { Icon, type IconName } from './Icon.js';
import { onPlainClick } from './plainClick.js';

export interface LinkButtonProps {
  children: ReactNode;
  /** The target. Without it this is a button that looks like a link (an action within the page). */
  href?: string | undefined;
  /** Called on a plain click; with `href` it replaces the browser's own navigation, so that a router can take over. */
  onPress?: (() => void) | undefined;
  /** Opens in a new tab, so that the input of this page isn't lost; `newTabLabel` announces that. Defaults to false. */
  opensNewTab?: boolean | undefined;
  /** "(opens in a new tab)". */
  newTabLabel?: string | undefined;
  icon?: IconName | undefined;
  /** Alone on a line (44 px high), inside a sentence, or as a button if the link is the next step. Defaults to `alone`. */
  placement?: 'alone' | 'inline' | 'button' | undefined;
  accessibleLabel?: string | undefined;
}

/** A link, or an action that reads like one: "Back to packages", "Change". */
export function LinkButton({
  children,
  href,
  onPress,
  opensNewTab = false,
  newTabLabel,
  icon,
  placement = 'alone',
  accessibleLabel,
}: LinkButtonProps) {
  const className = `cj-link cj-link-${placement}`;
  const content = (
    <>
      {icon && <Icon name={icon} size="small" />}
      <span className="cj-link-words">{children}</span>
      {opensNewTab && newTabLabel && <span className="cj-visually-hidden"> {newTabLabel}</span>}
    </>
  );
  if (href === undefined) {
    return (
      <button type="button" className={className} aria-label={accessibleLabel} onClick={() => onPress?.()}>
        {content}
      </button>
    );
  }
  return (
    <a
      className={className}
      href={href}
      aria-label={accessibleLabel}
      {...(opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      onClick={opensNewTab ? undefined : onPlainClick(onPress)}
    >
      {content}
    </a>
  );
}
