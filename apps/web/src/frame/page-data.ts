/** What a page draws beyond its words: put into its document when that is made, and read again by its script. */
import type { ContestPart } from '../examples/contest.ts';
import type { AccountSection } from '@rollcall/react/account';
import type { LessonNumber } from '../pages/lesson/lessons.ts';

export interface PageData {
  readonly contests?: ContestPart;
  readonly lesson?: LessonNumber;
  readonly account?: AccountSection;
}

/** The data of this document, as `renderDocument` wrote them; undefined where it has none. Browser only. */
export const pageData = (): PageData | undefined => {
  const text = document.getElementById('data')?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
};
