import { useId, type ReactNode } from 'react';
import './child-card.css';
import { Icon } from './Icon.js';

export interface ChildCardProps {
  /** "Child", "Child 2". */
  title: string;
  /** The child's fields. */
  children: ReactNode;
  /** Omitted for an only child. */
  onRemove?: (() => void) | undefined;
  /** "Remove". */
  removeLabel?: string | undefined;
  /** "Remove Child 2", or with the name: "Remove Ana". Begins with the text of `removeLabel`. */
  removeAccessibleLabel?: string | undefined;
}

/** One child of the list, as a group named by its title. */
export function ChildCard({ title, children, onRemove, removeLabel, removeAccessibleLabel }: ChildCardProps) {
  const titleId = useId();
  return (
    <div className="cj-child" role="group" aria-labelledby={titleId}>
      <div className="cj-child-head">
        <span className="cj-child-title" id={titleId}>
          {title}
        </span>
        {onRemove && (
          <button type="button" className="cj-child-remove" aria-label={removeAccessibleLabel} onClick={onRemove}>
            <Icon name="trash" size="small" />
            {removeLabel}
          </button>
        )}
      </div>
      {children}
    </div>
  );
}
