/** Sizes as people read them. */
const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** `12 KB`, in steps of a thousand, by the locale's figures; at most one digit behind the point. */
export function sizeOf(bytes: number, locale: string): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toLocaleString(locale, { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
