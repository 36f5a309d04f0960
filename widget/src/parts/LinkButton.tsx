import type { ReactNode } from 'react';
import './link-button.css';
import { Icon, type IconName } from './Icon.js';
import { onPlainClick } from './plainClick.js';

export interface LinkButtonProps {
  children: ReactNode;
  /** The target. Without it this is a button that looks like a link (an action within the page). */
  href?: string | undefined;
  /** Called on a plain click; with `href` the browser's own navigation is then left out, so that a router can take it over. */
  onPress?: (() => void) | undefined;
  /** Opens beside the page that is being filled in, so that nothing typed is lost; `newTabLabel` says so. Defaults to false. */
  opensNewTab?: boolean | undefined;
  /** "(opens in a new tab)". */
  newTabLabel?: string | undefined;
  icon?: IconName | undefined;
  /** Stands alone on a line (44 px high), runs inside a sentence, or looks like a button where leaving is the next step. Defaults to `alone`. */
  placement?: 'alone' | 'inline' | 'button' | undefined;
  accessibleLabel?: string | undefined;
}

/** A link, or an action that reads as one: "Back to packages", "Change". */
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
