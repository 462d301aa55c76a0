/** Operators' and programs' questions: one call for every kind. */
import type { ConsoleCalls, Question, QuestionAnswer } from '@rollcall/contract/console';
import type { Measured } from '../../../events/store/query-metrics.ts';
import type { ConsoleHandlers, ConsoleInput } from '../../../http/console-handler.ts';
import { type AskingContext, askWith, loadedUntil } from '../queries/handlers.ts';
import { refuse } from '../../../platform/refusal.ts';
import { askQuestion, type QuestionContext } from './ask.ts';

/**
 * Nicknames of accounts by their ids, as the caller may see them, and the entry of the audit log.
 * @throws Refusal ScopeRequired for a program that may see no people
 */
export type ShowPeople = (
  ids: readonly string[],
  input: Pick<ConsoleInput<ConsoleCalls['askUsageQuestion']>, 'operator' | 'audit'>,
) => Promise<ReadonlyMap<string, string>>;

/**
 * Asks a question; `until` is known before it is asked, so that the answer has all that was loaded until then.
 * @throws Refusal InvalidRequest, NotFound of a cohort, TooBusy
 */
export type AskQuestion = (
  question: Question,
  asking: { readonly log: Pick<ConsoleInput['log'], 'error'>; readonly signal: AbortSignal },
  /** For somebody who may not see numbers and addresses of people. @default false */
  masked?: boolean,
) => Promise<Omit<QuestionAnswer, 'took'>>;

export const createAsk = (
  context: QuestionContext & AskingContext,
  measured: Measured = (_, run) => run(),
): AskQuestion => {
  const ask = askWith(context, measured);
  return async (question, asking, masked = false) => {
    const until = await loadedUntil(context);
    const found = await ask(`question.${question.kind}`, asking, options =>
      askQuestion(context, question, { ...options, masked }),
    );
    return { ...found, until };
  };
};

export const questionHandlers = (
  context: { readonly showPeople: ShowPeople },
  ask: AskQuestion,
): ConsoleHandlers<'askUsageQuestion'> => ({
  askUsageQuestion: async input => {
    const { question } = input.query;
    const masked = input.operator.role === 'viewer';
    if (masked && namesOwnField(question))
      throw input.operator.service
        ? refuse('ScopeRequired', { data: { scope: 'people:read' } })
        : refuse('RoleRequired', { data: { role: 'support' } });
    // Before anything is asked, what the caller may not see.
    if (question.kind === 'people') await context.showPeople([], input);
    const begun = performance.now();
    const found = await ask(question, input, masked);
    const took = Math.round(performance.now() - begun);
    return { ...(await named(found, input, context.showPeople)), took };
  },
});

/** Whether a question tells people by the school's own fields, which viewers see in no list either. */
export const namesOwnField = (question: Question): boolean =>
  [question.breakdowns, question.filter, question.series].some(part =>
    /"person\.field\./.test(
      JSON.stringify(part ?? null).replaceAll(/"value":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/g, ''),
    ),
  );

type Found = Omit<QuestionAnswer, 'took'>;

/** The answer with the nicknames of its people. */
const named = async (
  found: Found,
  input: Parameters<ShowPeople>[1],
  showPeople: ShowPeople,
): Promise<Found> => {
  const bodies = [found.answer, found.previous?.answer].flatMap(body =>
    body?.kind === 'people' ? [body] : [],
  );
  const ids = [...new Set(bodies.flatMap(({ people }) => people.flatMap(({ id }) => id ?? [])))];
  if (ids.length === 0) return found;
  const nicknames = await showPeople(ids, input);
  const withNames = (body: Found['answer']): Found['answer'] =>
    body.kind === 'people'
      ? {
          ...body,
          people: body.people.map(each => ({
            ...each,
            nickname: each.id === null ? null : (nicknames.get(each.id) ?? null),
          })),
        }
      : body;
  return {
    ...found,
    answer: withNames(found.answer),
    previous: found.previous && { ...found.previous, answer: withNames(found.previous.answer) },
  };
};
