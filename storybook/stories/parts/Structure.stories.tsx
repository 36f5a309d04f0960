import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, within } from 'storybook/test';
import { TextField } from '@widget/fields/index.js';
import {
  Button,
  ChildCard,
  ChoiceCard,
  ChoiceCards,
  DetailList,
  Footer,
  FormRow,
  Header,
  Illustration,
  LinkButton,
  Page,
  Panel,
  type IllustrationName,
} from '@widget/parts/index.js';
import { defaultLanguage, languageName, languages } from '@widget/i18n/language.js';
import { useWord, word } from '../fixtures/words.js';

const meta = { title: 'Parts/Structure' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const HeaderAndFooter: Story = {
  parameters: { frame: 'screen' },
  render: () => {
    const say = useWord();
    const [language, setLanguage] = useState<string>(defaultLanguage);
    return (
      <>
        <Header
          name="Cojoin"
          homeHref="#home"
          loginLabel={say('status_login')}
          loginHref="#login"
          languageLabel={say('header_language')}
          language={language}
          languages={languages.map((value) => ({ value, label: languageName(value) }))}
          onLanguageChange={setLanguage}
        />
        <Footer
          newTabLabel={say('new_tab')}
          links={[
            { id: 'terms', label: say('footer_terms'), href: '#terms' },
            { id: 'privacy', label: say('footer_privacy'), href: '#privacy' },
            { id: 'help', label: say('footer_help'), href: '#help' },
            { id: 'contact', label: say('footer_contact'), href: '#contact' },
          ]}
        />
      </>
    );
  },
};

export const PageTakesFocus: Story = {
  parameters: { frame: 'screen' },
  render: () => {
    const say = useWord();
    return (
      <Page
        heading={say('family_title')}
        subtitle={say('family_subtitle')}
        headingTakesFocus
        top={
          <LinkButton icon="back" href="#back">
            {say('back')}
          </LinkButton>
        }
      >
        <Button>{say('continue')}</Button>
      </Page>
    );
  },
  async play({ canvasElement, globals }) {
    await expect(
      within(canvasElement).getByRole('heading', {
        level: 1,
        name: word(globals, 'family_title'),
      }),
    ).toHaveFocus();
  },
};

export const Choices: Story = {
  render: () => {
    const say = useWord();
    return (
      <ChoiceCards>
        <ChoiceCard
          label={say('chooser_parents')}
          description={say('chooser_parents_text')}
          picture={<Illustration name="homes" />}
          onPress={() => undefined}
        />
        <ChoiceCard
          label={say('chooser_professionals')}
          description={say('chooser_professionals_text')}
          picture={<Illustration name="practice" />}
          onPress={() => undefined}
        />
      </ChoiceCards>
    );
  },
};

export const Children: Story = {
  render: () => {
    const say = useWord();
    const remove = say('children_remove');
    return (
      <>
        {['', ' 2'].map((number) => {
          const title = `${say('children_first')}${number}`;
          return (
            <ChildCard key={number} title={title} removeLabel={remove} removeAccessibleLabel={`${remove} ${title}`} onRemove={() => undefined}>
              <FormRow>
                <TextField
                  label={say('field_first_name')}
                  name={`children${number}.firstName`}
                  autoComplete="off"
                  value=""
                  onChange={() => undefined}
                />
                <TextField
                  label={say('field_last_name')}
                  name={`children${number}.lastName`}
                  autoComplete="off"
                  value="Ortiz"
                  onChange={() => undefined}
                />
              </FormRow>
            </ChildCard>
          );
        })}
      </>
    );
  },
};

export const ReviewPanel: Story = {
  render: () => {
    const say = useWord();
    return (
      <Panel heading={say('payment_stage_billing')} aside={<LinkButton onPress={() => undefined}>{say('review_change')}</LinkButton>}>
        <DetailList
          details={[
            { id: 'name', label: say('pro_entered_name'), value: 'Maya Ortiz' },
            { id: 'address', label: say('pro_address'), value: '1200 SW Main Street, Portland, Oregon 97205' },
            { id: 'email', label: say('field_email'), value: 'maya.ortiz@example.com' },
          ]}
        />
      </Panel>
    );
  },
};

const names: readonly IllustrationName[] = ['homes', 'practice', 'inbox', 'done', 'connect', 'kite'];

export const Illustrations: Story = {
  render: () => (
    <FormRow>
      {names.map((name) => (
        <Illustration key={name} name={name} />
      ))}
    </FormRow>
  ),
};
