/** Finds the form in which a drawn picture fits a request. */

/** Draws it at a share of its size, as base64 of a type; undefined where the browser does not write the type. */
export type Draw = (share: number, type: 'image/png' | 'image/webp') => string | undefined;

/** Smaller ones would be no mark any more. */
const LEAST = 0.2;

/** PNG is exact, WebP small; then it is drawn smaller. @returns base64; undefined where nothing fits */
export const fitting = (draw: Draw, most: number): string | undefined => {
  for (let share = 1; share >= LEAST; share *= 0.8)
    for (const type of ['image/png', 'image/webp'] as const) {
      const base64 = draw(share, type);
      if (base64 !== undefined && base64.length <= most) return base64;
    }
  return undefined;
};
