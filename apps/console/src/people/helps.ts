/** What an operator can do about an obstacle to a sign-in, as an act of the person's page, whose dialog a link opens. */
import type { Hindrance } from '@rollcall/contract/console';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useWords } from '../console-context.ts';
import { remedyWords } from './remedy-words.ts';
import { peopleWords } from './words.ts';

export type Help = 'unblock' | 'clear' | 'keep' | 'link';

const helps: Readonly<Partial<Record<Hindrance, Help>>> = {
  blocked: 'unblock',
  'deletion-due': 'keep',
  'deletion-overdue': 'keep',
  'verification-refused': 'link',
  'wrong-passwords': 'clear',
  'password-locked': 'clear',
  'code-limit': 'clear',
  'code-wait': 'clear',
  'wrong-app-codes': 'clear',
  'app-codes-locked': 'clear',
  'wrong-recovery-codes': 'clear',
};

/** The act that ends an obstacle; undefined: none of an operator does. */
export const helpOf = ({
  kind,
  stays,
}: Pick<AnswerOf<ConsoleCalls['getSignInDiagnosis']>['hindrances'][number], 'kind' | 'stays'>):
  | Help
  | undefined => (stays ? undefined : helps[kind]);

/** The name of each act. */
export function useHelpWords(): Readonly<Record<Help, string>> {
  const { unblock } = useWords(peopleWords);
  const { clear, keep, link } = useWords(remedyWords);
  return { unblock, clear, keep, link };
}
