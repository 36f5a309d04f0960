import type { ReactNode } from 'react';
import './choice-card.css';
import { Icon } from './Icon.js';

export interface ChoiceCardProps {
  label: string;
  description?: ReactNode;
  /** An illustration. */
  picture?: ReactNode;
  onPress: () => void;
}

/** A large button for one of two ways to go on: "For Parents", "For Professionals". */
export function ChoiceCard({ label, description, picture, onPress }: ChoiceCardProps) {
  return (
    <button type="button" className="cj-choice" onClick={onPress}>
      {picture && <span className="cj-choice-picture">{picture}</span>}
      <span className="cj-choice-words">
        <span className="cj-choice-label">
          {label}
          <Icon name="chevron" />
        </span>
        {description && <span className="cj-choice-description">{description}</span>}
      </span>
    </button>
  );
}

/** The choices side by side; in a narrow layout, below each other. */
export function ChoiceCards({ children }: { children: ReactNode }) {
  return <div className="cj-choices">{children}</div>;
}
