import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../fields/index.js';
import { useText } from '../../i18n/useText.js';
import { Button, ChildCard, focusField, FormRow, FormStack, Heading } from '../../parts/index.js';
import { limits } from '../../rules/index.js';
import { blankChild, type ChildValues } from './values.js';

export interface ChildrenProps {
  values: readonly ChildValues[];
  /** What a child's last name begins with once the child has a first name. */
  parentLastName: string;
  errorOf: (field: string) => string | undefined;
  onChange: (children: ChildValues[]) => void;
}

/** The repeatable list of children. A new one takes the focus; after one is taken away, its neighbour does. */
export function Children({ values, parentLastName, errorOf, onChange }: ChildrenProps) {
  const say = useText();
  const place = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ index: number; nonce: number }>();
  const [news, setNews] = useState('');
  useEffect(() => {
    if (focus && place.current) focusField(`children[${focus.index}].firstName`, place.current);
  }, [focus]);

  const title = (index: number) => (index === 0 ? say('children_first') : say('children_nth', { number: index + 1 }));
  const change = (index: number, part: Partial<ChildValues>) => onChange(values.map((child, i) => (i === index ? { ...child, ...part } : child)));
  const move = (index: number) => setFocus((last) => ({ index, nonce: (last?.nonce ?? 0) + 1 }));

  return (
    <div ref={place} role="group" aria-label={say('children_title')}>
      <FormStack>
        <div className="cj-page-head">
          <Heading depth={1}>{say('children_title')}</Heading>
          <p className="cj-page-subtitle">
            {say('children_subtitle')} {say('children_blank_help')}
          </p>
        </div>
        {values.map((child, index) => {
          const name = (part: keyof ChildValues) => `children[${index}].${part}`;
          return (
            // Children have nothing of their own to be told apart by but their place.
            <ChildCard
              key={index}
              title={title(index)}
              removeLabel={say('children_remove')}
              removeAccessibleLabel={say('children_remove_nth', { child: child.firstName.trim() || title(index) })}
              {...(values.length > 1
                ? {
                    onRemove: () => {
                      onChange(values.filter((_, i) => i !== index));
                      setNews(say('children_removed', { child: child.firstName.trim() || title(index) }));
                      move(Math.max(0, index - 1));
                    },
                  }
                : {})}
            >
              <FormRow>
                <TextField
                  name={name('firstName')}
                  label={say('field_first_name')}
                  value={child.firstName}
                  onChange={(firstName) =>
                    change(index, {
                      firstName,
                      ...(child.firstName === '' && child.lastName === '' && firstName !== '' ? { lastName: parentLastName } : {}),
                    })
                  }
                  errorMessage={errorOf(name('firstName'))}
                  autoComplete="off"
                  autoCapitalize="words"
                />
                <TextField
                  name={name('lastName')}
                  label={say('field_last_name')}
                  value={child.lastName}
                  onChange={(lastName) => change(index, { lastName })}
                  errorMessage={errorOf(name('lastName'))}
                  autoComplete="off"
                  autoCapitalize="words"
                />
              </FormRow>
              <TextField
                name={name('email')}
                label={say('family_email_optional')}
                value={child.email}
                onChange={(email) => change(index, { email })}
                errorMessage={errorOf(name('email'))}
                type="email"
                inputMode="email"
                autoComplete="off"
              />
            </ChildCard>
          );
        })}
        {values.length < limits.children.max && (
          <div className="cj-child-add">
            <Button
              variant="quiet"
              icon="plus"
              onPress={() => {
                onChange([...values, blankChild()]);
                setNews(say('children_added', { child: title(values.length) }));
                move(values.length);
              }}
            >
              {say('children_add')}
            </Button>
          </div>
        )}
        <div className="cj-visually-hidden" role="status">
          {news}
        </div>
      </FormStack>
    </div>
  );
}
