/** Fetches one page of the contests. */
import type { ScrollPage } from '@rollcall/react';
import type { Contest, ContestPart } from '../../examples/contest.ts';

/** The timeout in milliseconds. */
const TIMEOUT = 20_000;

/** @param path of the page; the files that it names are in the same folder */
export async function loadPart(path: string, signal: AbortSignal): Promise<ScrollPage<Contest, string>> {
  const late = new AbortController();
  const give = () => late.abort();
  const timer = setTimeout(give, TIMEOUT);
  signal.addEventListener('abort', give);
  try {
    const answer = await fetch(path, { signal: late.signal });
    if (!answer.ok) throw new Error(`The contests were answered with ${answer.status}.`);
    const { contests, next } = (await answer.json()) as ContestPart;
    const beside = (name: string) => path.slice(0, path.lastIndexOf('/') + 1) + name;
    return {
      items: contests.map(contest => ({ ...contest, picture: beside(contest.picture) })),
      next: next === null ? undefined : beside(next),
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', give);
  }
}
