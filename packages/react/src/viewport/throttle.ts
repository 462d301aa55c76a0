/** Throttles a function. */

/**
 * Gives a function that runs `work` immediately, and then at most once in `ms` milliseconds; calls in between are
 * run once at the end. `cancel` drops a pending run.
 */
export function throttle(work: () => void, ms: number): (() => void) & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = false;
  const rest = () => {
    timer = undefined;
    if (due) ask();
  };
  const ask = () => {
    due = timer !== undefined;
    if (due) return;
    timer = setTimeout(rest, ms);
    work();
  };
  return Object.assign(ask, {
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      due = false;
    },
  });
}
