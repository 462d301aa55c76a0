/** Work that is asked for often and done seldom. */

/**
 * Gives a function that does the work at once, and then at most once in `ms` milliseconds; what was asked for meanwhile
 * is done once at the end. `cancel` drops what is still to be done.
 */
export function throttle(work: () => void, ms: number): (() => void) & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const rest = () => {
    timer = undefined;
    if (asked) ask();
  };
  const ask = () => {
    asked = timer !== undefined;
    if (asked) return;
    timer = setTimeout(rest, ms);
    work();
  };
  return Object.assign(ask, {
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      asked = false;
    },
  });
}
