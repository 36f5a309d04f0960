import { useText, type TextCode } from '../i18n/useText.js';
import { LinkButton } from '../parts/index.js';
import { useFlow } from './flow.js';
import type { Path } from '../session/route.js';

export interface BackLinkProps {
  /** The target of the link. */
  to?: Path | undefined;
  /** Called instead of following the link. */
  onBack?: (() => void) | undefined;
  /** Defaults to "Back". */
  code?: TextCode | undefined;
}

/** The way back, above the heading. */
export function BackLink({ to, onBack, code = 'back' }: BackLinkProps) {
  const t = useText();
  const { go, href } = useFlow();
  return (
    <LinkButton
      icon="back"
      href={to && !onBack ? href(to) : undefined}
      onPress={() => {
        if (onBack) onBack();
        else if (to) go(to);
      }}
    >
      {t(code)}
    </LinkButton>
  );
}
