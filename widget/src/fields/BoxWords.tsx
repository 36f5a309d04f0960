import { FieldError as AriaFieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import './field.css';
import './field-error.css';
import { Icon } from '../parts/Icon.js';
import type { FieldProps } from './Field.js';

/** Label and help of a react-aria box, which connects them to its input by itself. */
export function BoxHead({ label, description }: Pick<FieldProps, 'label' | 'description'>) {
  return (
    <>
      <Label className="cj-field-label">{label}</Label>
      {description && (
        <Text slot="description" className="cj-field-description" elementType="div">
          {description}
        </Text>
      )}
    </>
  );
}

/** The field's error, shown only while the field is invalid. */
export function BoxError({ errorMessage }: Pick<FieldProps, 'errorMessage'>) {
  return (
    <AriaFieldError className="cj-field-error" elementType="p">
      <Icon name="alert" size="small" />
      <span>{errorMessage}</span>
    </AriaFieldError>
  );
}
