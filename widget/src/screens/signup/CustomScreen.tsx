import { StepTop } from '../../flow/StepTop.js';
import { CustomStep } from '../../steps/custom/CustomStep.js';

export default function CustomScreen() {
  return <CustomStep Top={StepTop} />;
}
