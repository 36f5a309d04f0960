import { useEffect, useState } from 'react';
import { useSignup, useSignupSession } from '../flow/flow.js';
import { useText } from '../i18n/useText.js';
import { Banner } from '../parts/index.js';

/**
 * The discount of a link's referrer, with the same percentage as on the cards and the order: the percentage in the link isn't trusted. Empty
 * if the server has no such discount, or can't be reached.
 */
export function SaveNow() {
  const t = useText();
  const { api, lookup, language } = useSignup();
  const group = useSignupSession().registration?.pricingGroup;
  const [percentage, setPercentage] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    lookup
      .get(`${language} packages ${group ?? ''}`, () => api.packages(group))
      .then(
        ({ packages }) => {
          const offered = packages.flatMap(({ offer }) => (offer?.referral ? [offer.percentOff] : []));
          if (isCurrent) setPercentage(offered.length > 0 ? Math.min(...offered) : 0);
        },
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [api, lookup, language, group]);
  if (percentage === 0) return undefined;
  return (
    <Banner tone="offer" duration={null}>
      {t('savenow_text', { percentage })}
    </Banner>
  );
}
