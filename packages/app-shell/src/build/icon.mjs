/** The icon of every document: the seal, as an SVG file. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#c23a22" d="M5 4.5 31 3l27.5 1.5L60.5 6 61 33l-1 26-2 2-26 .5L6 61l-2.5-2L3 32l.6-26z"/><path fill="none" stroke="#faf7f0" stroke-width="4.5" d="M12 15h26M25 16 15 28l21-2M25 31v19M13 38h23M11 51l28-4M45 17v24M53 11v36q0 4-8 3"/></svg>';
