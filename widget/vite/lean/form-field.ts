/* The form library's own fields and groups, left out: ours are bound by `useStepForm` to the form as a whole. */
export const Field = undefined;
export const useField = undefined;
export const FormGroup = undefined;
export const useFormGroup = undefined;
