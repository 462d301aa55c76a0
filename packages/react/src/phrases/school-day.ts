/** A date in the school's zone, from milliseconds since 1970: in another zone its midnight is on the day before or after. */
export const schoolDay = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Shanghai' });
