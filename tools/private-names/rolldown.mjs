/** The published files, which tsdown builds, have the short names. */
import { shorten, shortenedSources } from './shorten.mjs';

export const privateNames = {
  name: 'rollcall:private-names',
  transform: { filter: { id: shortenedSources }, handler: (code, id) => shorten(code, id) },
};
