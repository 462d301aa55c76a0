/** Puts a dashboard together as it is sent: each of its questions asked, as an operator who may see no people would see it. */
import { type Dashboard, type Question, readQuestion, usageLagShown } from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import { Refusal } from '../../../platform/refusal.ts';
import { type AskQuestion, namesOwnField } from '../questions/handlers.ts';
import type { Report, ReportTile } from './mail.ts';
import { sentQuestion } from './tile.ts';

export interface BuildParts {
  readonly ask: AskQuestion;
  /** Milliseconds by which the event store lags behind the reports; rejects where it is not known. */
  readonly lag: () => Promise<number>;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** The school's name and the issuer, whose console is linked to. */
  readonly place: { readonly name: string; readonly issuer: string };
}

export interface SentDashboard extends Pick<Dashboard, 'period' | 'filter'> {
  readonly id: string;
  readonly name: string;
  readonly template: string | null;
  readonly tiles: readonly {
    readonly id: string;
    readonly name: string;
    readonly template: string | null;
    /** Null: it is a saved statement. */
    readonly question: string | null;
  }[];
}

const withDashboard = (question: Question, { period, filter }: SentDashboard): Question => ({
  ...question,
  ...(period ? { period } : {}),
  ...(filter ? { filter: (question.filter ? { all: [question.filter, filter] } : filter) as never } : {}),
});

/** Why a question can't be answered. */
const problemOf = (error: unknown): NonNullable<ReportTile['problem']> => {
  const name = error instanceof Refusal ? error.refusal : undefined;
  if (name === 'InvalidRequest') return 'tooLarge';
  return name === 'NotFound' ? 'cohortGone' : 'busy';
};

/** Whether the next try may be answered. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal && (error.refusal === 'InvalidRequest' || error.refusal === 'NotFound'));

/**
 * @param patient whether a question that can't be answered now ends it, instead of its tile saying so
 * @throws the reason of the signal, what the store refused where it is patient
 */
export const buildReport = async (
  { ask, lag, now, log, place }: BuildParts,
  dashboard: SentDashboard,
  signal: AbortSignal,
  patient = false,
): Promise<Report> => {
  // Known before anything is asked, so that all tiles have what was loaded until then.
  const behind = await lag().catch(() => undefined);
  const until = behind === undefined ? undefined : now() - (behind < usageLagShown ? 0 : behind);
  const tiles: ReportTile[] = [];
  for (const { id, name, template, question: text } of dashboard.tiles) {
    signal.throwIfAborted();
    const view = text === null ? 'sql' : 'ask';
    const tile = {
      name,
      template,
      url: `${place.issuer}/console/${view}?${new URLSearchParams({ saved: id })}`,
    };
    if (text === null) {
      // Not all who get the mail may run SQL, and each run is an operator's in the audit log.
      tiles.push({ ...tile, problem: 'sql' });
      continue;
    }
    const { question } = readQuestion(text);
    const asked = question && sentQuestion(withDashboard(question, dashboard));
    if (!asked || namesOwnField(asked)) {
      tiles.push({ ...tile, problem: asked ? 'ownField' : 'unreadable' });
      continue;
    }
    try {
      const answer = await ask(asked, { log, signal }, true);
      tiles.push({ ...tile, answered: { question: asked, answer } });
    } catch (error) {
      signal.throwIfAborted();
      if (patient && isPassing(error)) throw error;
      log.warn({ err: error, question: id }, 'a question of a dashboard could not be answered');
      tiles.push({ ...tile, problem: problemOf(error) });
    }
  }
  return {
    school: place.name,
    name: dashboard.name,
    template: dashboard.template,
    url: `${place.issuer}/console/dashboards/${dashboard.id}`,
    until,
    tiles,
  };
};
