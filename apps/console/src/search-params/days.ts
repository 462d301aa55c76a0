/** Days of the calendar in a view's address, and the moments that they mean where the operator is. */

/** When a day begins here, in milliseconds since 1970; undefined for no day. */
export const dayStart = (day: string): number | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  return year === undefined || month === undefined || date === undefined
    ? undefined
    : new Date(year, month - 1, date).getTime();
};

/** When the day after it begins, so that the day itself is counted whole. */
export const dayEnd = (day: string): number | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  return year === undefined || month === undefined || date === undefined
    ? undefined
    : new Date(year, month - 1, date + 1).getTime();
};

/** The day of a moment, as an address says it. */
export const dayOf = (at: number): string => {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
