import { use, useEffect, useInsertionEffect, useRef } from 'react';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import './combo-box-field.css';
import { useRoot } from '../theme/Root.js';
import { BoxError, BoxHead } from './BoxWords.js';
import { markPressable } from './ComboBoxField.js';
import type { FieldProps } from './Field.js';

/** What could be meant by what was typed. */
export interface Suggestion {
  id: string;
  /** What stands in the field once it is picked. */
  main: string;
  extra?: string | undefined;
}

export interface SuggestFieldProps extends FieldProps {
  value: string;
  /** Called with the whole new text, by typing only. */
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  /** One was picked: whoever suggests takes the suggestions away. */
  onPick: (suggestion: Suggestion) => void;
  /** Who is to be named under the suggestions. */
  credit?: string | undefined;
  autoComplete?: string | undefined;
}

/** A text field that suggests. Whatever is typed counts: a suggestion only saves typing. It is heavy: load it when it is needed. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, description, errorMessage, isRequired, isDisabled, name, value, onChange, onBlur, onFocus, suggestions, onPick, credit } = props;
  const { lang, portal } = useRoot();
  // Where there is no room below, the list opens above the label, not over it.
  const anchor = useRef<HTMLDivElement>(null);
  useInsertionEffect(() => markPressable(portal), [portal]);
  return (
    <I18nProvider locale={lang}>
      <ComboBox
        className="cj-field cj-suggest"
        data-field-invalid={errorMessage ? true : undefined}
        allowsCustomValue
        value={null}
        inputValue={value}
        onInputChange={(text) => {
          if (text !== value) onChange(text);
        }}
        items={suggestions}
        onChange={(key) => {
          const picked = suggestions.find(({ id }) => id === key);
          if (picked) onPick(picked);
        }}
        isInvalid={Boolean(errorMessage)}
        isRequired={isRequired ?? false}
        isDisabled={isDisabled ?? false}
        validationBehavior="aria"
        onBlur={() => onBlur?.()}
        onFocus={() => onFocus?.()}
      >
        <div className="cj-field" ref={anchor}>
          <BoxHead label={label} description={description} />
          <Input
            className="cj-control"
            data-field={name}
            name={name}
            spellCheck="false"
            {...(props.autoComplete ? { autoComplete: props.autoComplete } : {})}
          />
        </div>
        <OpenFor suggestions={suggestions} />
        <BoxError errorMessage={errorMessage} />
        <Popover className="cj-combobox-popover" offset={4} triggerRef={anchor} {...(portal ? { UNSTABLE_portalContainer: portal } : {})}>
          <ListBox<Suggestion> className="cj-combobox-list">
            {({ id, main, extra }) => (
              // Its text is what stands in the field once it is picked: then nothing was typed, and the list stays closed.
              <ListBoxItem id={id} textValue={main} className="cj-combobox-option">
                <span className="cj-combobox-words">
                  {main}
                  {extra && <span className="cj-suggest-extra">{extra}</span>}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
          {credit && <div className="cj-suggest-credit">{credit}</div>}
        </Popover>
      </ComboBox>
    </I18nProvider>
  );
}

/** Suggestions come a moment after what was typed: the list opens when they are there, as long as the field has the focus. */
function OpenFor({ suggestions }: Pick<SuggestFieldProps, 'suggestions'>) {
  const state = use(ComboBoxStateContext);
  useEffect(() => {
    if (suggestions.length > 0 && state?.isFocused && !state.isOpen) state.open(null, 'input');
    // Only news open it: whoever has closed the list wants it closed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [suggestions]);
  return null;
}
