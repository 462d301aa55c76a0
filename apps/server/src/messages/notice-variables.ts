/** What a vendor's template of a security message says: variables of few characters, as vendors take no longer ones. */
import { guardianPage, type Notice, noticeTime, ownPage } from './notices.ts';
import type { NoticeWords } from './notice-words.ts';
import { messageWords } from './words.ts';

/**
 * `what` happened; the `time`, with its zone; the `path` of the page that takes it back or, where nothing can be taken back,
 * ends all sessions; a guardian's leads to `/guardian`. It has no slash at its beginning: the template names the site before it.
 */
export const noticeVariables = ['what', 'time', 'path'] as const;
export type NoticeVariable = (typeof noticeVariables)[number];

/** Characters of a variable at most (Aliyun's limit). */
export const VARIABLE_LENGTH = 35;

const whatOf = ({ kind, details: { factor } }: Notice, words: NoticeWords['variables']): string => {
  if (factor && kind === 'second-factor-on') return words[`${factor}-turned-on`];
  if (factor && kind === 'second-factor-off') return words[`${factor}-turned-off`];
  return words.what[kind];
};

/** Without the slash at its beginning; with what stands after `#`. */
const pathOf = (url: string): string => {
  const { pathname, hash } = new URL(url);
  return pathname.slice(1) + hash;
};

/** The values of a message's variables, none of them empty. */
export const noticeValues = (
  notice: Notice,
  words: typeof messageWords = messageWords,
): Record<NoticeVariable, string> => ({
  what: whatOf(notice, words[notice.language].notices.variables),
  time: noticeTime(notice.at, notice.language),
  path: pathOf(
    ownPage(notice) ?? (notice.details.child ? guardianPage(notice.link) : (notice.takeBack ?? notice.link)),
  ),
});
