import { useSignupSession } from '../../flow/flow.js';
import { StepTop } from '../../flow/StepTop.js';
import { PackagesStep } from '../../steps/packages/PackagesStep.js';

export default function PackagesScreen() {
  const { signupId, selectionCode } = useSignupSession();
  return <PackagesStep Top={StepTop} back="/step2" selectionCode={selectionCode} couponsOf={signupId} />;
}
