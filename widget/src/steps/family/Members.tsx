import type { FamilyMember } from '../../client/types.js';
import './members.css';

export interface MembersProps {
  /** Names the list. */
  label: string;
  members: readonly FamilyMember[];
  /** The invited parent's own id, and the label beside their name. */
  userId: string;
  youLabel: string;
}

/** The family, each member with a color and initials. */
export function Members({ label, members, userId, youLabel }: MembersProps) {
  return (
    <ul className="cj-members" aria-label={label}>
      {members.map(({ firstName, lastName, color, displayInitials, userId: id }) => (
        <li key={id ?? `${firstName} ${lastName} ${color}`} className="cj-member">
          <svg className="cj-member-mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
            {/* The server picks a color that white is readable on. It is an attribute, because a style would need the permission of a host's CSP. */}
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
