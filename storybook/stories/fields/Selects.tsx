import type { Option } from '@widget/fields/index.js';

/** Enough regions for a list. */
export const regions: readonly Option[] = [
  { value: 'AZ', label: 'Arizona' },
  { value: 'CA', label: 'California' },
  { value: 'CO', label: 'Colorado' },
  { value: 'FL', label: 'Florida' },
  { value: 'GA', label: 'Georgia' },
  { value: 'IL', label: 'Illinois' },
  { value: 'MA', label: 'Massachusetts' },
  { value: 'MN', label: 'Minnesota' },
  { value: 'NY', label: 'New York' },
  { value: 'OR', label: 'Oregon' },
  { value: 'PA', label: 'Pennsylvania' },
  { value: 'TX', label: 'Texas' },
  { value: 'WA', label: 'Washington' },
];
