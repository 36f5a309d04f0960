import type { ReactNode } from 'react';
import './layout.css';
import { Heading } from './Heading.js';

/** Two short fields side by side (first and last name); below each other in a narrow layout. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className="cj-row">{children}</div>;
}

/** Fields and groups below each other, at the form's own distance. */
export function FormStack({ children }: { children: ReactNode }) {
  return <div className="cj-stack">{children}</div>;
}

/** The primary button, and the elements beside it. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="cj-actions">{children}</div>;
}

export interface PanelProps {
  heading?: ReactNode;
  /** At the end of the heading's line: "Change". */
  aside?: ReactNode;
  /** `raised` is a white card, `plain` has no box. Defaults to `raised`. */
  tone?: 'raised' | 'plain' | 'sunken' | undefined;
  children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Panel({ heading, aside, tone = 'raised', children }: PanelProps) {
  return (
    <div className="cj-panel" data-tone={tone}>
      {(heading || aside) && (
        <div className="cj-panel-head">
          {heading && <Heading depth={1}>{heading}</Heading>}
          {aside}
        </div>
      )}
      {children}
    </div>
  );
}

/** One line of a {@link DetailList}. */
export interface Detail {
  id: string;
  label: string;
  value: ReactNode;
}

/** The entered data for review: name and value. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="cj-details">
      {details.map((detail) => (
        <div key={detail.id} className="cj-detail">
          <dt className="cj-detail-label">{detail.label}</dt>
          <dd className="cj-detail-value">{detail.value}</dd>
        </div>
      ))}
    </dl>
  );
}
