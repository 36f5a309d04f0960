import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import './error-summary.css';
import { useRoot } from '../theme/Root.js';
import { Icon } from './Icon.js';

/** One correction to make. */
export interface SummaryError {
  /** The field's `name` in the server's messages: `coParent.email`, `children[0].firstName`. Without a field the message is no link. */
  field?: string | undefined;
  /** The same text as at the field. */
  message: string;
}

export interface ErrorSummaryProps {
  /** "There are 2 things to fix". */
  title: string;
  /** In the order of the form. If empty, nothing is shown. */
  errors: readonly SummaryError[];
  /** Counts the attempts to continue: the summary takes the focus on its first appearance and on every change of this. */
  attempt?: number | undefined;
  /** Called instead of our own look-up by `name`, for a field that isn't mounted yet (in a closed section). */
  onSelectField?: ((field: string) => void) | undefined;
}

const tags = ['h2', 'h3', 'h4'] as const;

/**
 * All faults, above the form. It takes the focus after a failed attempt, and each message links to its field. This includes card fields in a
 * provider's frame: their HostedField passes the focus on.
 */
export function ErrorSummary({ title, errors, attempt = 0, onSelectField }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { headingLevel } = useRoot();
  const Tag = tags[headingLevel - 1] ?? 'h4';
  const isShown = errors.length > 0;
  const [labels, setLabels] = useState<readonly string[]>([]);
  // "This field is required" four times is no help: each message starts with the name of its field.
  useLayoutEffect(() => {
    const root = ref.current?.closest('.cojoin-root');
    setLabels(root ? errors.map(({ field }) => (field === undefined ? '' : fieldLabel(field, root))) : []);
  }, [errors]);
  const failed = isShown ? attempt : undefined;
  useEffect(() => {
    if (failed !== undefined) ref.current?.focus();
  }, [failed]);
  if (!isShown) {
    return null;
  }
  return (
    <div ref={ref} className="cj-summary" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <Icon name="alert" />
      <div className="cj-summary-words">
        <Tag id={titleId} className="cj-summary-title">
          {title}
        </Tag>
        <ul className="cj-summary-list">
          {errors.map(({ field, message }, index) => (
            <li key={`${index} ${field ?? ''}`}>
              {field === undefined ? (
                message
              ) : (
                <a
                  className="cj-summary-link"
                  href={`#${field}`}
                  onClick={(event) => {
                    // The address bar belongs to the host.
                    event.preventDefault();
                    if (onSelectField) {
                      onSelectField(field);
                    } else {
                      focusField(field, event.currentTarget);
                    }
                  }}
                >
                  {labels[index] && <span className="cj-summary-field">{labels[index]}:</span>} {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/**
 * Focuses the field of that `name` in the same root (several widgets may share a page), and scrolls its label into view.
 * Returns false if there is no such field.
 */
export function focusField(field: string, near: Element): boolean {
  const control = controlOf(field, near.closest('.cojoin-root') ?? near.ownerDocument);
  if (!control) {
    return false;
  }
  const whole = control.closest<HTMLElement>('.cj-field') ?? control;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  whole.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  control.focus({ preventScroll: true });
  return true;
}

function controlOf(field: string, root: ParentNode): HTMLElement | null {
  const name = field.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return root.querySelector<HTMLElement>(`[data-field="${name}"]`);
}

/** Returns the visible label of a field, preceded by its group's if the group is one of several: "Child 2, First name". */
function fieldLabel(field: string, root: ParentNode): string {
  const whole = controlOf(field, root)?.closest('.cj-field');
  const label = whole?.querySelector('.cj-field-label')?.textContent?.trim() ?? '';
  const group = whole?.closest('.cj-child')?.querySelector('.cj-child-title')?.textContent?.trim();
  return group && label ? `${group}, ${label}` : label;
}
