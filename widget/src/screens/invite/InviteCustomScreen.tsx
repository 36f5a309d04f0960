import { CustomStep } from '../custom/CustomScreen.js';
import { InviteFlow } from './InviteFlow.js';
import { InviteTop } from './InviteTop.js';

export default function InviteCustomScreen() {
  return (
    <InviteFlow>
      <CustomStep Top={InviteTop} />
    </InviteFlow>
  );
}
