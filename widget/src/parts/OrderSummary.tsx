import { useId, useState, type ReactNode } from 'react';
import './order-summary.css';
import { Heading } from './Heading.js';
import { Icon } from './Icon.js';

/** One line of an order. The server formats the amounts. */
export interface OrderLine {
  id: string;
  label: ReactNode;
  /** Small text below the label: the term, the coupon's code. */
  detail?: ReactNode;
  amount: string;
  /** A discount is colored and has its minus sign in `amount`. Defaults to `plain`. */
  tone?: 'plain' | 'discount' | undefined;
}

export interface OrderSummaryProps {
  title: string;
  lines: readonly OrderLine[];
  totalLabel: string;
  total: string;
  /** Small text beside the total: "before tax". */
  totalNote?: string | undefined;
  /** "Show order summary"; with `hideLabel` it folds to one line with the total below 600 px. */
  showLabel?: string | undefined;
  hideLabel?: string | undefined;
  /** Renewal, terms, a code field: below the total. */
  children?: ReactNode;
  /** A new quote is loading: the amounts are dimmed and `busyLabel` is announced. Defaults to false. */
  isBusy?: boolean | undefined;
  busyLabel?: string | undefined;
}

/** The order and its total. Below 600 px it is one line with the total, which opens. */
export function OrderSummary(props: OrderSummaryProps) {
  const { title, lines, totalLabel, total, totalNote, showLabel, hideLabel, children, isBusy = false, busyLabel } = props;
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const titleId = useId();
  const folds = showLabel !== undefined && hideLabel !== undefined;
  return (
    <section
      className="cj-order"
      aria-labelledby={titleId}
      data-folds={folds || undefined}
      data-open={isOpen || undefined}
      data-busy={isBusy || undefined}
    >
      <div className="cj-order-title">
        <Heading depth={1} id={titleId}>
          {title}
        </Heading>
      </div>
      {folds && (
        <button type="button" className="cj-order-toggle" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setOpen(!isOpen)}>
          <span className="cj-order-toggle-words">
            {isOpen ? hideLabel : showLabel}
            <Icon name="chevron" size="small" />
          </span>
          <span className="cj-order-toggle-total cj-money">
            {total}
            {totalNote && <span className="cj-order-detail"> {totalNote}</span>}
          </span>
        </button>
      )}
      <div className="cj-order-body" id={bodyId}>
        <dl className="cj-order-lines">
          {lines.map((line) => (
            <div key={line.id} className="cj-order-line" data-tone={line.tone ?? 'plain'}>
              <dt className="cj-order-label">
                {line.label}
                {line.detail && <span className="cj-order-detail">{line.detail}</span>}
              </dt>
              <dd className="cj-order-amount cj-money">{line.amount}</dd>
            </div>
          ))}
          <div className="cj-order-line cj-order-total">
            <dt className="cj-order-label">
              {totalLabel}
              {totalNote && <span className="cj-order-detail">{totalNote}</span>}
            </dt>
            <dd className="cj-order-amount cj-money">{total}</dd>
          </div>
        </dl>
        {children && <div className="cj-order-notes">{children}</div>}
      </div>
      <span className="cj-visually-hidden" role="status">
        {isBusy ? busyLabel : ''}
      </span>
    </section>
  );
}
