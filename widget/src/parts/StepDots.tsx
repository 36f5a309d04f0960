import './step-dots.css';

/** One step of the journey. */
export interface Step {
  id: string;
  /** The full name for screen readers: "Step 2 of 4, Your co-parent, current". */
  accessibleLabel: string;
  state: 'done' | 'current' | 'upcoming';
  /** Leads to the step; without it the dot can't be pressed. */
  onSelect?: (() => void) | undefined;
}

export interface StepDotsProps {
  /** Names the navigation: "Sign-up steps". */
  label: string;
  steps: readonly Step[];
  /** Shown beside the dots: "Step 2 of 4". Hidden from screen readers, which read each step's name. */
  caption?: string | undefined;
}

/** The progress, and links to steps that are open. */
export function StepDots({ label, steps, caption }: StepDotsProps) {
  return (
    <nav className="cj-dots cj-screen-only" aria-label={label}>
      <ol className="cj-dots-list">
        {steps.map((step) => {
          const isCurrent = step.state === 'current';
          return (
            <li key={step.id} className="cj-dots-item" data-state={step.state}>
              {step.onSelect && !isCurrent ? (
                <button type="button" className="cj-dot" aria-label={step.accessibleLabel} onClick={() => step.onSelect?.()}>
                  <span className="cj-dot-mark" />
                </button>
              ) : (
                <span className="cj-dot" aria-current={isCurrent ? 'step' : undefined}>
                  <span className="cj-dot-mark" />
                  <span className="cj-visually-hidden">{step.accessibleLabel}</span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {caption && (
        <span className="cj-dots-caption" aria-hidden="true">
          {caption}
        </span>
      )}
    </nav>
  );
}
