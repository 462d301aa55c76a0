/** The state of one asynchronous task of a view, such as saving a form. */
import { SLOW_MS, type Task, useTask as useUiTask } from '@rollcall/ui';
import { useEffect, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';

/** A task whose problem is a refusal of the server. */
export type ConsoleTask = Task<Refused>;

const options = { problemOf: refusedOf };

export const useTask = (): ConsoleTask => useUiTask(options);

/** True once `active` has been true for `ms`. */
export function useElapsed(active: boolean, ms = SLOW_MS): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [active, ms]);
  return active && elapsed;
}
