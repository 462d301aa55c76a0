/** Puts a dashboard together as it is sent: each of its questions asked, as an operator who may see no people would see it. */
import { type Dashboard, type Question, readQuestion, usageLagShown } from '@rollcall/contract/console';
import type { FastifyBaseLogger } from 'fastify';
import { SCHOOL_ZONE } from '../../../platform/school-zone.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AskQuestion, namesOwnField } from '../questions/handlers.ts';
import type { Report, ReportTile } from './mail.ts';
import { contentOf, sentQuestion } from './tile.ts';

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
  readonly tiles: readonly {
    readonly id: string;
    readonly name: string;
    /** Null: it is a saved statement. */
    readonly question: string | null;
  }[];
}

const withDashboard = (question: Question, { period, filter }: SentDashboard): Question => ({
  ...question,
  ...(period ? { period } : {}),
  ...(filter ? { filter: (question.filter ? { all: [question.filter, filter] } : filter) as never } : {}),
});

const moment = new Intl.DateTimeFormat('zh-CN', {
  timeZone: SCHOOL_ZONE,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Why a question can't be answered, in words. */
const problemOf = (error: unknown): string => {
  const name = error instanceof Refusal ? error.refusal : undefined;
  if (name === 'InvalidRequest') return '无法计算：数据量过大，请缩小问题的范围。';
  if (name === 'NotFound') return '无法计算：问题中的人群已被删除。';
  return '无法计算：事件库没有及时响应。';
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
  for (const { id, name, question: text } of dashboard.tiles) {
    signal.throwIfAborted();
    const view = text === null ? 'sql' : 'ask';
    const tile = { name, url: `${place.issuer}/console/${view}?${new URLSearchParams({ saved: id })}` };
    if (text === null) {
      // Not all who get the mail may run SQL, and each run is an operator's in the audit log.
      tiles.push({ ...tile, problem: 'SQL 的结果不会发送，请在控制台查看。', content: undefined });
      continue;
    }
    const { question } = readQuestion(text);
    const asked = question && sentQuestion(withDashboard(question, dashboard));
    if (!asked || namesOwnField(asked)) {
      const problem = asked ? '按人员的自定义字段筛选的问题不会发送。' : '无法读取这个问题。';
      tiles.push({ ...tile, problem, content: undefined });
      continue;
    }
    try {
      const answered = await ask(asked, { log, signal }, true);
      tiles.push({ ...tile, problem: undefined, content: contentOf(asked, answered) });
    } catch (error) {
      signal.throwIfAborted();
      if (patient && isPassing(error)) throw error;
      log.warn({ err: error, question: id }, 'a question of a dashboard could not be answered');
      tiles.push({ ...tile, problem: problemOf(error), content: undefined });
    }
  }
  return {
    school: place.name,
    name: dashboard.name,
    url: `${place.issuer}/console/dashboards/${dashboard.id}`,
    until: until === undefined ? '数据截至时间未知，最近的数据可能不全' : `数据截至 ${moment.format(until)}`,
    tiles,
  };
};
