import type { InvitationContext } from '../../client/types.js';
import type { ScreenProps } from '../../flow/screen.js';
import { dayText } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, Button, Heading, Illustration, Page, Panel } from '../../parts/index.js';
import type { Faq } from './faq.js';
import { Members } from '../../steps/family/Members.js';

export interface WelcomeProps extends ScreenProps {
  invitation: Pick<InvitationContext, 'userId' | 'familyMembers' | 'userCreatedByPro' | 'isSubscriptionCurrent' | 'expiresAt'>;
  /** First name of the invited parent, if known. */
  firstName: string;
  /** Only for invitations in Mexican Spanish. */
  faq?: Faq | undefined;
  onStart: () => void;
}

/** The inviter, the invitee, and the part paid already. */
export function Welcome({ top, headingTakesFocus, invitation, firstName, faq, onStart }: WelcomeProps) {
  const t = useText();
  const { userCreatedByPro: pro, familyMembers, isSubscriptionCurrent, expiresAt, userId } = invitation;
  const inviter = pro && `${pro.firstName} ${pro.lastName}`;
  const joining = inviter ? t('invite_welcome_pro', { pro: inviter }) : t('invite_welcome_family');
  const ends = dayText(expiresAt, t.lang);
  return (
    <Page
      heading={firstName ? t('invite_welcome_title', { name: firstName }) : t('invite_title')}
      subtitle={t('invite_welcome_text')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      picture={<Illustration name="homes" />}
    >
      <Panel heading={joining}>
        <Members label={joining} members={familyMembers} userId={userId} youLabel={t('invite_welcome_you')} />
      </Panel>
      {isSubscriptionCurrent && (
        <Banner tone="success" duration={null}>
          {t('invite_welcome_paid')}
        </Banner>
      )}
      <Actions>
        <Button onPress={onStart}>{t('invite_get_started')}</Button>
      </Actions>
      <p className="cj-invite-note">{t('invite_welcome_ends', { date: ends })}</p>
      {faq && (
        <div className="cj-faq" lang="es-MX">
          <Heading depth={1}>{faq.title}</Heading>
          {faq.items.map(({ id, question, answer }) => (
            <details key={id} className="cj-faq-item">
              <summary className="cj-faq-question">{question}</summary>
              <p className="cj-faq-answer">{answer}</p>
            </details>
          ))}
        </div>
      )}
    </Page>
  );
}
