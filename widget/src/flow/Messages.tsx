import { useText } from '../i18n/useText.js';
import { useToasts } from './toast.js';

/** What the flow has to say above the screen. */
export function Messages() {
  const say = useText();
  const { shown } = useToasts();
  return <div role="status">{shown && say.coded(shown.code, shown.args)}</div>;
}
