import type { ReactNode } from 'react';
import './invite.css';

export interface InviteLookProps {
  /** The experiment's other look: each screen on a card under a band of the accent. */
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
