/** Reports when an element comes near the visible part of the page, and when it leaves it. */
import { throttle } from './throttle.ts';

export interface Near {
  /** The margin above and below the window that still counts, in window heights. */
  readonly screens?: number;
  /** The margin below the window, in CSS pixels. */
  readonly pixels?: number;
  /** Milliseconds between two checks: at least so many pass before the next, which sees how it is then. */
  readonly throttle: number;
}

/**
 * Watches by IntersectionObserver, else by checking on scroll and resize. An element that is not displayed is
 * never near. What passes by between two checks is not reported.
 *
 * @param onChange called with whether it is near: soon after the start, and at each change
 * @returns stops watching
 */
export function observeNear(element: Element, near: Near, onChange: (isNear: boolean) => void): () => void {
  const { screens = 0, pixels = 0 } = near;
  if (typeof IntersectionObserver === 'function') {
    let isNear = false;
    const report = throttle(() => onChange(isNear), near.throttle);
    const observer = new IntersectionObserver(
      entries => {
        const last = entries[entries.length - 1];
        if (!last) return;
        isNear = last.isIntersecting;
        report();
      },
      { rootMargin: `${screens * 100}% 0px ${pixels > 0 ? `${pixels}px` : `${screens * 100}%`}` },
    );
    observer.observe(element);
    return () => {
      report.cancel();
      observer.disconnect();
    };
  }
  let before: boolean | undefined;
  const look = throttle(() => {
    const { top, bottom } = element.getBoundingClientRect();
    const { innerHeight } = window;
    const isNear =
      element.getClientRects().length > 0 &&
      top <= innerHeight * (1 + screens) + pixels &&
      bottom >= -innerHeight * screens;
    if (isNear === before) return;
    before = isNear;
    onChange(isNear);
  }, near.throttle);
  const events = ['scroll', 'resize', 'pageshow'];
  // an inner list may scroll too, and that event does not bubble to the window
  for (const event of events) addEventListener(event, look, { capture: true, passive: true });
  look();
  return () => {
    look.cancel();
    for (const event of events) removeEventListener(event, look, { capture: true });
  };
}
