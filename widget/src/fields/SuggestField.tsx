import { use, useEffect, useInsertionEffect, useRef } from 'react';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import './suggest-field.css';
import { useRoot } from '../theme/Root.js';
import { BoxError, BoxHead } from './BoxWords.js';
import type { FieldProps } from './Field.js';
import { holdAnnouncer, markPressable } from './hostTraces.js';

/** A possible completion of the input. */
export interface Suggestion {
  id: string;
  /** The field's text after a pick. */
  main: string;
  extra?: string | undefined;
}

export interface SuggestFieldProps extends FieldProps {
  value: string;
  /** Called with the whole new text. `isTyped` is false if the browser filled it in: then no suggestions are needed. */
  onChange: (value: string, isTyped: boolean) => void;
  suggestions: readonly Suggestion[];
  /** Called with a picked suggestion: the caller removes the suggestions. */
  onPick: (suggestion: Suggestion) => void;
  /** The credit under the suggestions. */
  credit?: string | undefined;
  autoComplete?: string | undefined;
}

/** A text field with suggestions. Any input counts: a suggestion only saves typing. It is heavy: load it on use. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, description, errorMessage, isRequired, isDisabled, name, value, onChange, onBlur, onFocus, suggestions, onPick, credit } = props;
  const { lang, portal } = useRoot();
  // If there is no room below, the list opens above the label instead of covering it.
  const anchor = useRef<HTMLDivElement>(null);
  const isTyped = useRef(true);
  useInsertionEffect(() => markPressable(portal), [portal]);
  useEffect(holdAnnouncer, []);
  return (
    <I18nProvider locale={lang}>
      <ComboBox
        className="cj-field cj-suggest"
        data-field-invalid={errorMessage ? true : undefined}
        allowsCustomValue
        value={null}
        inputValue={value}
        onInputChange={(text) => {
          if (text !== value) onChange(text, isTyped.current);
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
        <div
          className="cj-field"
          ref={anchor}
          onInputCapture={({ nativeEvent }) => {
            isTyped.current = typedInto(nativeEvent);
          }}
        >
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
        <Popover className="cj-suggest-popover" offset={4} triggerRef={anchor} {...(portal ? { UNSTABLE_portalContainer: portal } : {})}>
          <ListBox<Suggestion> className="cj-suggest-list">
            {({ id, main, extra }) => (
              // A pick fills the field with its text. That isn't typing, so the list stays closed.
              <ListBoxItem id={id} textValue={main} className="cj-suggest-option">
                <span>
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

/** Reports whether the user typed, pasted or cut. Autofill's events name a replacement (Firefox), or nothing. */
function typedInto(event: Event): boolean {
  return event instanceof InputEvent && event.inputType !== '' && event.inputType !== 'insertReplacementText';
}

/** Opens the list when suggestions arrive, a moment after the typing, if the field still has the focus. */
function OpenFor({ suggestions }: Pick<SuggestFieldProps, 'suggestions'>) {
  const state = use(ComboBoxStateContext);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  useEffect(() => {
    // Only new suggestions open it: a list that the user has closed stays closed.
    const now = latest.current;
    if (suggestions.length > 0 && now?.isFocused && !now.isOpen) now.open(null, 'input');
  }, [suggestions]);
  return null;
}
