/** The position in a list, kept in this tab's sessionStorage so that the person comes back to it. */

/** The number of pages that were loaded, and the scroll position in CSS pixels. */
export interface Place {
  readonly parts: number;
  readonly y: number;
}

/** At most so many pages are loaded again: a wrong number must not load without end. */
const MOST = 200;
const PREFIX = 'rollcall.place.';

/** Writes the position of a list. Browser only. */
export function keepPlace(name: string, place: Place): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(place));
  } catch {
    // the browser allows no storage: the list starts at its top
  }
}

/**
 * The position of a list when the person comes back to this page or reloads it; else undefined. Browser only.
 */
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
