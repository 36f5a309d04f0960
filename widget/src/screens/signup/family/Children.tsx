import { useEffect, useRef, useState } from 'react';
import { partOf, useFormValue, type StepForm } from '../../../form/form.js';
import { FormField } from '../../../form/FormField.js';
import { useText } from '../../../i18n/useText.js';
import { Button, ChildCard, focusField, FormRow, FormStack, Heading } from '../../../parts/index.js';
import { limits } from '../../../rules/index.js';
import { childTable } from './table.js';
import { blankChild, type ChildValues, type FamilyValues } from './values.js';

export interface ChildrenProps {
  form: StepForm<FamilyValues>;
  /** The initial last name of a child with a first name. */
  parentLastName: string;
}

/** The repeatable list of children. A new child takes the focus; after a removal, its neighbor does. */
export function Children({ form, parentLastName }: ChildrenProps) {
  const t = useText();
  const values = useFormValue(form, ({ children }) => children);
  const onChange = (changed: ChildValues[]) => form.set({ children: changed });
  const children = partOf(form, 'children');
  const place = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ index: number; nonce: number }>();
  const [news, setNews] = useState('');
  useEffect(() => {
    if (focus && place.current) focusField(`children[${focus.index}].firstName`, place.current);
  }, [focus]);

  const title = (index: number) => (index === 0 ? t('children_first') : t('children_nth', { number: index + 1 }));
  const nameFirst = (index: number, firstName: string) => {
    const isNew = values[index]?.firstName === '' && values[index].lastName === '' && firstName !== '';
    onChange(values.map((child, i) => (i === index ? { ...child, firstName, ...(isNew ? { lastName: parentLastName } : {}) } : child)));
  };
  const move = (index: number) => setFocus((last) => ({ index, nonce: (last?.nonce ?? 0) + 1 }));

  return (
    <div ref={place} role="group" aria-label={t('children_title')}>
      <FormStack>
        <div className="cj-page-head">
          <Heading depth={1}>{t('children_title')}</Heading>
          <p className="cj-page-subtitle">
            {t('children_subtitle')} {t('children_blank_help')}
          </p>
        </div>
        {values.map((child, index) => {
          const common = { form: partOf(children, index), table: childTable };
          return (
            // Children have no id: only their position tells them apart.
            <ChildCard
              key={index}
              title={title(index)}
              removeLabel={t('children_remove')}
              removeAccessibleLabel={t('children_remove_nth', { child: child.firstName.trim() || title(index) })}
              {...(values.length > 1
                ? {
                    onRemove: () => {
                      onChange(values.filter((_, i) => i !== index));
                      setNews(t('children_removed', { child: child.firstName.trim() || title(index) }));
                      move(Math.max(0, index - 1));
                    },
                  }
                : {})}
            >
              <FormRow>
                <FormField {...common} name="firstName" onChange={(firstName) => nameFirst(index, firstName)} isRequired={false} />
                <FormField {...common} name="lastName" isRequired={false} />
              </FormRow>
              <FormField {...common} name="email" />
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
                setNews(t('children_added', { child: title(values.length) }));
                move(values.length);
              }}
            >
              {t('children_add')}
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
