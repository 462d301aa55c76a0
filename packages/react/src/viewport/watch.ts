/** Tells when an element comes near what a person sees, and when it goes away again. */
import { throttle } from './throttle.ts';

export interface Near {
  /** How far beyond the window's edges still counts, above and below, in heights of the window. */
  readonly screens?: number;
  /** The same below the window's foot, in CSS pixels. */
  readonly pixels?: number;
  /** Milliseconds between two looks where the browser can't watch by itself. */
  readonly throttle: number;
}

/**
 * Watches by IntersectionObserver, else by looking when the page is scrolled or resized. An element that isn't
 * displayed is near to nothing.
 *
 * @param told gets whether it is near: soon after the start, and at each change
 * @returns ends the watch
 */
export function watch(element: Element, near: Near, told: (isNear: boolean) => void): () => void {
  const { screens = 0, pixels = 0 } = near;
  if (typeof IntersectionObserver === 'function') {
    const observer = new IntersectionObserver(
      entries => {
        const last = entries.at(-1);
        if (last) told(last.isIntersecting);
      },
      { rootMargin: `${screens * 100}% 0px ${pixels > 0 ? `${pixels}px` : `${screens * 100}%`}` },
    );
    observer.observe(element);
    return () => observer.disconnect();
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
    told(isNear);
  }, near.throttle);
  const events = ['scroll', 'resize', 'pageshow'];
  // a list of its own may scroll too, and such an event does not rise to the window
  for (const event of events) addEventListener(event, look, { capture: true, passive: true });
  look();
  return () => {
    look.cancel();
    for (const event of events) removeEventListener(event, look, { capture: true });
  };
}
