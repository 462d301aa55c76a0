/** Dates in search parameters, and their start and end in the operator's time zone. */

/** Start of a day in milliseconds since 1970; undefined for the empty text. */
export const dayStart = (day: string): number | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  return year === undefined || month === undefined || date === undefined
    ? undefined
    : new Date(year, month - 1, date).getTime();
};

/** End of a day (exclusive) in milliseconds since 1970; undefined for the empty text. */
export const dayEnd = (day: string): number | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  return year === undefined || month === undefined || date === undefined
    ? undefined
    : new Date(year, month - 1, date + 1).getTime();
};

/** The date of a time, such as `2026-11-21`. */
export const dayOf = (at: number): string => {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
