/** Whether white words are legible on a colour. */

/** Contrast that the words on a button need (WCAG 2.2, 1.4.3), as a ratio. */
export const LEAST_CONTRAST = 4.5;

/** @returns the contrast of white with a colour `#rrggbb`, as a ratio; undefined for another text */
export const contrastWithWhite = (colour: string): number | undefined => {
  if (!/^#[\da-f]{6}$/i.test(colour)) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
};
