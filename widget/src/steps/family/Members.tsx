import type { FamilyMember } from '../../client/types.js';
import './members.css';

export interface MembersProps {
  /** Names the list. */
  label: string;
  members: readonly FamilyMember[];
  /** The invited parent's own id, and the word beside their name. */
  userId: string;
  youLabel: string;
}

/** The family, each with a colour and initials of their own. */
export function Members({ label, members, userId, youLabel }: MembersProps) {
  return (
    <ul className="cj-members" aria-label={label}>
      {members.map(({ firstName, lastName, color, displayInitials, userId: id }) => (
        <li key={id ?? `${firstName} ${lastName} ${color}`} className="cj-member">
          <svg className="cj-member-mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
            {/* The server picks the colour so that white can be read on it; an attribute, because a style would need a host's CSP to allow it. */}
            <circle cx="20" cy="20" r="20" fill={color} />
            <text className="cj-member-initials" x="20" y="20" dy="0.36em" textAnchor="middle" fill="#ffffff">
              {displayInitials}
            </text>
          </svg>
          <span className="cj-member-name">
            {firstName} {lastName}
            {id === userId && <span className="cj-member-you"> ({youLabel})</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
