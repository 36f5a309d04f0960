import './spinner.css';

export interface SpinnerProps {
  /** The label, for screen readers; shown beside the ring unless `isLabelHidden`. */
  label: string;
  /** Defaults to false. */
  isLabelHidden?: boolean | undefined;
  /** `large` stands alone in the middle of its container. Defaults to `small`. */
  size?: 'small' | 'large' | undefined;
}

/** A turning ring with text, as a polite status. */
export function Spinner({ label, isLabelHidden = false, size = 'small' }: SpinnerProps) {
  return (
    <span className={`cj-spinner cj-spinner-${size}`} role="status">
      <svg className="cj-spinner-drawing" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle className="cj-spinner-track" cx="10" cy="10" r="8" />
        <path className="cj-spinner-ring" d="M10 2a8 8 0 0 1 8 8" />
      </svg>
      <span className={isLabelHidden ? 'cj-visually-hidden' : 'cj-spinner-label'}>{label}</span>
    </span>
  );
}
