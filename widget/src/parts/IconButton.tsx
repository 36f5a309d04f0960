import './icon-button.css';
import { Icon, type IconName } from './Icon.js';

export interface IconButtonProps {
  icon: IconName;
  label: string | undefined;
  onPress: () => void;
}

/** A button with only an icon: the cross of a message. */
export function IconButton({ icon, label, onPress }: IconButtonProps) {
  return (
    <button type="button" className="cj-icon-button" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
