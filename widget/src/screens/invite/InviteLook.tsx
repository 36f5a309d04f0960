import type { ReactNode } from 'react';
import './invite.css';

export interface InviteLookProps {
  /** The experiment's treatment: each screen on a card under a band of the accent color. */
  isTreatment: boolean;
  children: ReactNode;
}

/** The look of an invitation's pages. */
export function InviteLook({ isTreatment, children }: InviteLookProps) {
  return (
    <div className="cj-invite" data-look={isTreatment ? 'card' : 'plain'}>
      {children}
    </div>
  );
}
