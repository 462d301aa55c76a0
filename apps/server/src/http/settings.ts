/** The configuration of what browsers download. */
import { type Reader, Wrong } from '../platform/config-reader.ts';

/** Reads ROLLCALL_STATIC_URL: where browsers load the files of `/static/` from, with a slash at its end. */
export const staticUrlSetting = (reader: Reader): string =>
  reader.checked('ROLLCALL_STATIC_URL', value => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      url.search ||
      url.hash ||
      url.username ||
      /["'<>&;,\s]/.test(value)
    ) {
      throw new Wrong('a URL like https://cdn.school.example/static', value);
    }
    return `${value.replace(/\/+$/, '')}/`;
  }) ?? '/static/';
