/** Test helpers: the data in a page's document. */
import type { Language } from '@rollcall/react';
import type { PageData } from '../frame/page-data.ts';
import { COUNT, contestOf, PART } from './contest.ts';

export const sampleData = (page: string, language: Language): PageData | undefined => {
  if (page === 'lesson') return { lesson: 1 };
  if (page === 'account') return { account: 'devices' };
  if (page === 'error') return { error: 'fault' };
  if (page !== 'contests') return undefined;
  const contests = Array.from({ length: PART }, (_, id) =>
    contestOf(id, language, `/static/contests/${id}.0123456789ab.svg`),
  );
  return { contests: { contests, count: COUNT, next: `/static/contests/${language}.0123456789ab.json` } };
};
