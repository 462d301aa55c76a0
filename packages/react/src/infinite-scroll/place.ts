/** Where somebody was in a list, so that they come back to it: kept for this tab. */

/** How many parts were there, and how far the page was scrolled, in CSS pixels. */
export interface Place {
  readonly parts: number;
  readonly y: number;
}

/** Parts that are brought back at most: a wrong figure must not load without end. */
const MOST = 200;
const PREFIX = 'rollcall.place.';

/** Keeps a place under a name. Browser only. */
export function keepPlace(name: string, place: Place): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(place));
  } catch {
    // storage is closed or full: a place is a convenience
  }
}

/** The place that was kept under a name, where the person comes back to this page, or loads it again. Browser only. */
export function placeOfReturn(name: string): Place | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type;
  if (type !== 'back_forward' && type !== 'reload') return undefined;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('parts' in kept) || !('y' in kept)) return undefined;
    const { parts, y } = kept;
    if (!Number.isInteger(parts) || !Number.isFinite(y)) return undefined;
    return { parts: Math.min(parts as number, MOST), y: y as number };
  } catch {
    return undefined;
  }
}
