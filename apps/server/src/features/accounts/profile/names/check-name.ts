/** Whether a person may take a nickname or a username. */
import type { FastifyBaseLogger } from 'fastify';
import { refuse } from '../../../../platform/refusal.ts';
import { createNameList } from './name-list.ts';
import { createNameReview, type NameKind, type ReviewedName } from './name-review.ts';
import type { NamesSettings } from './settings.ts';

export interface Names {
  /** @throws the refusal InvalidNickname or InvalidUsername, with `refused` and a `reason` in its data, for a name of the list */
  check(kind: NameKind, name: string): void;
  /**
   * Asks the school's service, if there is one. Not within a transaction: it may take seconds.
   * @throws the same where the service refuses the name, and TooBusy where nothing was decided
   */
  review(asked: ReviewedName, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void>;
}

/** `reserved`: it looks like a teacher's or the staff's; `school`: the school keeps it; `review`: its service refused it. */
type Reason = 'reserved' | 'school' | 'review';

const refusal = (kind: NameKind, reason: Reason) =>
  refuse(kind === 'nickname' ? 'InvalidNickname' : 'InvalidUsername', {
    message: `This ${kind} is not given to anybody.`,
    data: { field: kind, refused: true, reason },
  });

export const createNames = (
  settings: NamesSettings,
  dependencies: { readonly now: () => number; readonly fetch?: typeof fetch },
): Names => {
  const { review } = settings;
  const listsOf = (own: NamesSettings['own']) => ({
    own,
    list: createNameList(own),
    reserved: createNameList({ ...own, refused: [] }),
  });
  let lists = listsOf(settings.own);
  const ask = review && createNameReview(review, dependencies);
  return {
    check: (kind, name) => {
      // Operators may set other ones.
      if (lists.own !== settings.own) lists = listsOf(settings.own);
      const { list, reserved } = lists;
      if (list.refuses(name)) throw refusal(kind, reserved.refuses(name) ? 'reserved' : 'school');
    },
    review: async (asked, log) => {
      if (ask && !(await ask(asked, log))) throw refusal(asked.kind, 'review');
    },
  };
};
