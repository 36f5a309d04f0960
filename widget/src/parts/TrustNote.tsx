import type { ReactNode } from 'react';
import './trust-note.css';
import { Icon, type IconName } from './Icon.js';

export interface TrustNoteProps {
  /** "All transactions are secure and encrypted". */
  children: ReactNode;
  /** Defaults to `lock`. */
  icon?: IconName | undefined;
}

/** A quiet line with the reason that this is safe. */
export function TrustNote({ children, icon = 'lock' }: TrustNoteProps) {
  return (
    <p className="cj-trust">
      <Icon name={icon} size="small" />
      <span>{children}</span>
    </p>
  );
}
