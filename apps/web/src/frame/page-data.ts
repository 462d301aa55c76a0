/** Data of a page, written into its document when it is prerendered and read by its script. */
import type { ContestPart } from '../examples/contest.ts';
import type { AccountSection } from '@rollcall/react/account';
import type { ErrorName } from '../pages/error/words.ts';
import type { LessonNumber } from '../pages/lesson/lessons.ts';

export interface PageData {
  readonly contests?: ContestPart;
  readonly lesson?: LessonNumber;
  readonly account?: AccountSection;
  readonly error?: ErrorName;
}

/** The data that `renderDocument` wrote; undefined where there is none. Browser only. */
export const pageData = (): PageData | undefined => {
  const text = document.getElementById('data')?.textContent;
  return text ? (JSON.parse(text) as PageData) : undefined;
};
