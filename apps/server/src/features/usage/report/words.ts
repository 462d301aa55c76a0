/** The words of dashboards that are sent, in the language of those who get them. */
import {
  eventName,
  type Measure,
  type Question,
  type QuestionTerms,
  questionTerms,
} from '@rollcall/contract/console';
import type { Language } from '../../../http/language.ts';

export interface ReportWords extends QuestionTerms {
  readonly subject: (school: string, name: string) => string;
  readonly foot: string;
  readonly until: (moment: string) => string;
  readonly untilUnknown: string;
  readonly colon: string;
  readonly comma: string;
  readonly semicolon: string;
  readonly note: (text: string) => string;
  readonly moreQuestions: (count: number) => string;
  readonly problems: {
    readonly sql: string;
    readonly ownField: string;
    readonly unreadable: string;
    readonly tooLarge: string;
    readonly cohortGone: string;
    readonly busy: string;
  };
  readonly change: (share: string) => string;
  readonly people: (count: string, value: number) => string;
  readonly share: (text: string, share: string) => string;
  readonly converted: (first: string, last: string, share: string) => string;
  readonly cameBack: (after: number) => string;
  readonly noRetention: string;
  readonly nextRetention: (share: string) => string;
  readonly activeFor: (periods: number) => string;
  readonly allPeople: (people: string) => string;
  readonly spread: (median: string, p90: string) => string;
  readonly noData: string;
  readonly moves: (count: string) => string;
  readonly times: (count: string, value: number) => string;
  readonly notListed: (people: string) => string;
}

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  'zh-CN': {
    ...questionTerms['zh-CN'],
    subject: (school, name) => `【${school}】看板：${name}`,
    foot: '在看板页面的“发送”中可以停止发送：',
    until: moment => `数据截至 ${moment}`,
    untilUnknown: '数据截至时间未知，最近的数据可能不全',
    colon: '：',
    comma: '、',
    semicolon: '；',
    note: text => `（${text}）`,
    moreQuestions: count => `另有 ${count} 个问题`,
    problems: {
      sql: 'SQL 的结果不会发送，请在控制台查看。',
      ownField: '按人员的自定义字段筛选的问题不会发送。',
      unreadable: '无法读取这个问题。',
      tooLarge: '无法计算：数据量过大，请缩小问题的范围。',
      cohortGone: '无法计算：问题中的人群已被删除。',
      busy: '无法计算：事件库没有及时响应。',
    },
    change: share => `（比上一周期 ${share}）`,
    people: count => `${count} 人`,
    share: (text, share) => `${text}（${share}）`,
    converted: (first, last, share) => `${first}开始，${last}完成，转化率 ${share}`,
    cameBack: after => (after === 0 ? '当期' : `${after} 期后`),
    noRetention: '还没有可以计算的留存',
    nextRetention: share => `下一期平均留存 ${share}`,
    activeFor: periods => `活跃 ${periods} 期`,
    allPeople: people => `共 ${people}`,
    spread: (median, p90) => `中位数 ${median} · P90 ${p90}`,
    noData: '没有数据',
    moves: count => `共 ${count} 次跳转`,
    times: count => `${count} 次`,
    notListed: people => `共 ${people}，名单不会发送`,
  },
  en: {
    ...questionTerms.en,
    subject: (school, name) => `[${school}] Dashboard: ${name}`,
    foot: 'It can be ended under “Sent by mail and bot” on the page of the dashboard: ',
    until: moment => `Data until ${moment}`,
    untilUnknown: 'It is not known until when there are data; the latest may be missing',
    colon: ': ',
    comma: ', ',
    semicolon: '; ',
    note: text => ` (${text})`,
    moreQuestions: count => `${count} more ${count === 1 ? 'question' : 'questions'}`,
    problems: {
      sql: 'The results of SQL are not sent; please look at them in the console.',
      ownField: 'Questions filtered by own fields of people are not sent.',
      unreadable: 'This question cannot be read.',
      tooLarge: 'It cannot be answered: there is too much to count. Please narrow the question.',
      cohortGone: 'It cannot be answered: a cohort of the question was deleted.',
      busy: 'It cannot be answered: the event store did not answer in time.',
    },
    change: share => ` (${share} against the period before)`,
    people: (count, value) => `${count} ${value === 1 ? 'person' : 'people'}`,
    share: (text, share) => `${text} (${share})`,
    converted: (first, last, share) => `${first} began, ${last} finished, conversion ${share}`,
    cameBack: after => (after === 0 ? 'Same period' : `${after} later`),
    noRetention: 'There is no retention to tell yet',
    nextRetention: share => `Average retention in the next period ${share}`,
    activeFor: periods => `Active in ${periods} ${periods === 1 ? 'period' : 'periods'}`,
    allPeople: people => `${people} in all`,
    spread: (median, p90) => `Median ${median} · P90 ${p90}`,
    noData: 'No data',
    moves: count => `${count} moves in all`,
    times: (count, value) => `${count} ${value === 1 ? 'time' : 'times'}`,
    notListed: people => `${people} in all; the list is not sent`,
  },
};

const measureName = (measure: Measure, words: ReportWords): string =>
  typeof measure === 'string' ? words.measures[measure] : words.aggregates[measure.of];

/** A series as charts of the console name it. */
export const seriesName = (
  { kind, series, formula }: Question,
  at: number | null,
  words: ReportWords,
): string => {
  if (at === null) return formula ?? words.formula;
  const { name, event, measure = 'times' } = series[at] ?? {};
  if (name !== undefined) return name;
  const what = eventName(event, words);
  return kind === 'trend' && measure !== 'times' ? `${what} · ${measureName(measure, words)}` : what;
};
