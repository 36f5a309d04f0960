import { destroyAnnouncer } from 'react-aria/private/live-announcer/LiveAnnouncer';
import { use, useEffect, useInsertionEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import './combo-box-field.css';
import { Icon } from '../parts/Icon.js';
import { useRoot } from '../theme/Root.js';
import { BoxError, BoxHead } from './BoxWords.js';
import type { FieldProps } from './Field.js';
import type { Option } from './SelectField.js';

export interface ComboBoxFieldProps extends FieldProps {
  /** The chosen option's value; '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  /** "No matches". */
  emptyLabel: string;
  width?: 'full' | 'half' | 'short' | undefined;
}

/** react-aria's press handling looks for this id before it writes a style element into the host's head. */
const pressableStyleId = 'react-aria-pressable-style';

/**
 * With an element of that id in our own root, react-aria writes nothing into the host's head, which a strict CSP would refuse anyway and destroy()
 * would leave behind. Its one rule (touch-action) stands in our own sheet.
 */
export function markPressable(portal: HTMLElement | undefined | null): void {
  if (!portal || document.getElementById(pressableStyleId)) return;
  const mark = document.createElement('template');
  mark.id = pressableStyleId;
  portal.append(mark);
}

let announcing = 0;

/** react-aria puts its live regions into the host's body, and leaves them there; the last combobox that goes takes them along. */
function holdAnnouncer(): () => void {
  announcing += 1;
  return () => {
    announcing -= 1;
    if (announcing === 0 && document.querySelector('body > [data-live-announcer]')) destroyAnnouncer();
  };
}

/**
 * A searchable list for a mouse and keyboard: type any part of a name. Load it through ChoiceField, it is heavy.
 * What is typed and fits no option goes back to the chosen one when the field is left.
 */
export function ComboBoxField(props: ComboBoxFieldProps) {
  const {
    label,
    description,
    errorMessage,
    isRequired,
    isDisabled,
    name,
    value,
    onChange,
    onBlur,
    onFocus,
    options,
    placeholder,
    autoComplete,
    emptyLabel,
    width,
  } = props;
  const { lang, portal } = useRoot();
  // Where there is no room below, the list opens above the label, not over it.
  const anchor = useRef<HTMLDivElement>(null);

  useInsertionEffect(() => markPressable(portal), [portal]);

  useEffect(holdAnnouncer, []);

  // Screens make the list anew with every render. For the list box a new list is another one, and it would lose its place in it.
  const [items, setItems] = useState(() => itemsOf(options));
  if (items.length !== options.length || !options.every((option, i) => option.value === items[i]?.id && option.label === items[i]?.label)) {
    setItems(itemsOf(options));
  }

  return (
    <I18nProvider locale={lang}>
      <ComboBox
        className="cj-field cj-combobox"
        data-width={width ?? 'full'}
        data-field-invalid={errorMessage ? true : undefined}
        value={value === '' ? null : value}
        onChange={(key) => {
          // Leaving the field commits it again; a choice that is the same isn't a change.
          const chosen = key === null ? '' : String(key);
          if (chosen !== value) {
            onChange(chosen);
          }
        }}
        isInvalid={Boolean(errorMessage)}
        isRequired={isRequired ?? false}
        isDisabled={isDisabled ?? false}
        validationBehavior="aria"
        allowsEmptyCollection
        {...(onBlur ? { onBlur: () => onBlur() } : {})}
        {...(onFocus ? { onFocus: () => onFocus() } : {})}
      >
        <div className="cj-field" ref={anchor}>
          <BoxHead label={label} description={description} />
          <div className="cj-combobox-control">
            <OpeningInput name={name} placeholder={placeholder} autoComplete={autoComplete} />
            <Button className="cj-combobox-toggle">
              <Icon name="chevron" />
            </Button>
          </div>
        </div>
        <BoxError errorMessage={errorMessage} />
        <Popover className="cj-combobox-popover" offset={4} triggerRef={anchor} {...(portal ? { UNSTABLE_portalContainer: portal } : {})}>
          <ListBox className="cj-combobox-list" items={items} renderEmptyState={() => <div className="cj-combobox-empty">{emptyLabel}</div>}>
            {(item) => (
              <ListBoxItem id={item.id} textValue={item.label} className="cj-combobox-option">
                <span className="cj-combobox-words">{item.label}</span>
                <Icon name="check" size="small" />
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </I18nProvider>
  );
}

function itemsOf(options: readonly Option[]): readonly { id: string; label: string }[] {
  return options.map((option) => ({ id: option.value, label: option.label }));
}

/** The text box: a click opens the whole list, as people expect of something that looks like a select. */
function OpeningInput({ name, placeholder, autoComplete }: { name: string; placeholder: string | undefined; autoComplete: string | undefined }) {
  const state = use(ComboBoxStateContext);
  return (
    <Input
      className="cj-control cj-combobox-input"
      data-field={name}
      spellCheck="false"
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(autoComplete === undefined ? {} : { autoComplete })}
      onClick={() => {
        if (state && !state.isOpen) {
          state.open(null, 'manual');
        }
      }}
    />
  );
}
