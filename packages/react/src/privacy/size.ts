/** File sizes in words. */
const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** `12 KB`: decimal units in the locale's digits, with at most one fraction digit. */
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
