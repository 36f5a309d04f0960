import { useEffect, useEffectEvent, useState } from 'react';
import type { StepForm } from './form.js';

/** A form that may be waiting for its lists. */
export interface WaitingForm<V extends object> extends StepForm<V> {
  /** Continue was pressed, and takes effect once the lists are loaded. */
  isWaiting: boolean;
}

/**
 * Queues a Continue that is pressed while lists are loading: without their presets the form would show faults that are gone before they can be read.
 * Call it after the hooks that fit the values to the lists.
 */
export function useWaiting<V extends object>(form: StepForm<V>, isLoading: boolean): WaitingForm<V> {
  const [isWaiting, setWaiting] = useState(false);
  const [taken, setTaken] = useState(0);
  if (isWaiting && !isLoading) {
    setWaiting(false);
    setTaken((n) => n + 1);
  }
  const submit = useEffectEvent(() => form.onSubmit());
  useEffect(() => {
    if (taken > 0) submit();
  }, [taken]);
  return {
    ...form,
    isWaiting,
    onSubmit: (event) => {
      if (!isLoading) {
        form.onSubmit(event);
        return;
      }
      event?.preventDefault();
      setWaiting(true);
    },
  };
}
