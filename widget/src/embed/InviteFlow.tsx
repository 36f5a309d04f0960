import { EmbeddedFlow, type EmbeddedFlowProps } from './EmbeddedFlow.js';

export interface InviteFlowProps extends Omit<EmbeddedFlowProps, 'start' | 'prefill' | 'inviteUser' | 'inviteToken'> {
  /** User id of the invitation's link. */
  user: string;
  /** Token of the invitation's link. Keep it out of logged addresses: the link has it in its fragment. */
  token: string;
}

/** The flow of an invited parent, inside a React application. On a server it renders an empty shell. */
export function InviteFlow({ user, token, ...props }: InviteFlowProps) {
  return <EmbeddedFlow props={{ ...props, inviteUser: user, inviteToken: token }} />;
}
