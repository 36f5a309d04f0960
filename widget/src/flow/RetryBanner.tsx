import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { Banner, Button, type BannerProps } from '../parts/index.js';

export interface RetryBannerProps {
  onRetry: () => void;
  children: ReactNode;
  /** Defaults to `danger`: the user can't go on without it. */
  tone?: BannerProps['tone'];
}

/** Reports data that couldn't be loaded, with a retry. */
export function RetryBanner({ onRetry, children, tone = 'danger' }: RetryBannerProps) {
  const t = useText();
  return (
    <Banner
      tone={tone}
      duration={null}
      action={
        <Button variant="secondary" onPress={onRetry}>
          {t('try_again')}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
