import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { ComboBoxFieldProps } from './ComboBoxField.js';
import { SelectField } from './SelectField.js';

export type ChoiceFieldProps = ComboBoxFieldProps;

let loaded: ComponentType<ComboBoxFieldProps> | undefined;

/**
 * One choice out of a long list (country, region, time zone): the native select on touch, the searchable combobox where there is a mouse. The
 * combobox is loaded in the background; until it is there, or if it can't be had, the select does the same work.
 */
export function ChoiceField(props: ChoiceFieldProps) {
  const [ComboBox, setComboBox] = useState(() => (loaded && hasFinePointer() ? loaded : undefined));
  const isFocused = useRef(false);
  useEffect(() => {
    if (ComboBox || !hasFinePointer()) {
      return undefined;
    }
    let isMounted = true;
    import('./ComboBoxField.js').then(
      (module) => {
        loaded = module.ComboBoxField;
        // Never swap a control under somebody's hands.
        if (isMounted && !isFocused.current) {
          setComboBox(() => module.ComboBoxField);
        }
      },
      // The select stays.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [ComboBox]);
  if (ComboBox) {
    return <ComboBox {...props} />;
  }
  return (
    <SelectField
      {...props}
      placeholder={props.placeholder ?? ''}
      onFocus={() => {
        isFocused.current = true;
        props.onFocus?.();
      }}
      onBlur={() => {
        isFocused.current = false;
        props.onBlur?.();
      }}
    />
  );
}

function hasFinePointer(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches;
}
