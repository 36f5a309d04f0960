import { useEffect, useEffectEvent, useState } from 'react';
import type { StepForm } from './form.js';

/** A form that may be waiting for its lists. */
export interface WaitingForm<V extends object> extends StepForm<V> {
  /** Continue was pressed, and is taken as soon as the lists are there. */
  isWaiting: boolean;
}

/**
 * Keeps a Continue that is pressed while lists are on their way: what they preset would be missing, and the fault that is told of it gone before
 * it is read. It comes after what fits the values to the lists.
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
