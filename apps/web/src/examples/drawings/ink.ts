/** What a subject draws, and the shapes it is made of. */

/** A whole number from 0, below the argument. */
export type Random = (below: number) => number;
/** Lines, and areas that are filled. */
export interface Ink {
  readonly line: string;
  readonly fill?: string;
  readonly width?: number;
}

export const at = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;
export const box = (x: number, y: number, width: number, height = width): string =>
  `M${at(x, y)}h${Math.round(width)}v${Math.round(height)}h-${Math.round(width)}z`;
export const circle = (x: number, y: number, r: number): string =>
  `M${at(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
