import { useEffect, useRef, type ReactNode } from 'react';
import './heading.css';
import { useRoot } from '../theme/Root.js';

export interface HeadingProps {
  children: ReactNode;
  /** The depth below the screen's own heading: 0 is the screen, 1 a section of it, 2 a card in a section. Defaults to 1. */
  depth?: 0 | 1 | 2 | undefined;
  id?: string | undefined;
  /** Takes the focus when mounted, and again whenever `focusKey` changes: for a step change, never for the first load. Defaults to false. */
  takesFocus?: boolean | undefined;
  focusKey?: string | number | undefined;
}

const tags = ['h1', 'h2', 'h3', 'h4', 'h5'] as const;

/** A heading at the right level for its page; it can take the focus after a step change. */
export function Heading({ children, depth = 1, id, takesFocus = false, focusKey }: HeadingProps) {
  const { headingLevel } = useRoot();
  const Tag = tags[headingLevel - 1 + depth] ?? 'h5';
  const ref = useRef<HTMLHeadingElement>(null);
  const key = takesFocus ? (focusKey ?? '') : undefined;
  useEffect(() => {
    if (key !== undefined) ref.current?.focus();
  }, [key]);
  return (
    <Tag ref={ref} id={id} className={`cj-heading cj-heading-${depth}`} tabIndex={takesFocus ? -1 : undefined}>
      {children}
    </Tag>
  );
}
