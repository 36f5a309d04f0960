import type { Fault } from './form.js';

/** Collects the faults of several fields in the order in which they are asked. */
export function faultsOf(...faults: readonly (Fault | undefined)[]): Fault[] {
  return faults.filter((fault) => fault !== undefined);
}

/** The field may not be left empty. */
export function required(field: string, value: string): Fault | undefined {
  return value.trim() === '' ? { field, code: 'field_required' } : undefined;
}
