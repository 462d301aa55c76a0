/** The words of dashboards that are sent, which are Chinese as those of alerts. */
import type { Measure, Question, UsageKind } from '@rollcall/contract/console';

const kinds: Readonly<Record<UsageKind, string>> = {
  custom: '任意事件',
  view: '任意页面浏览',
  click: '任意点击',
  consent: '任意同意记录',
  dropped: '任意未入库',
  leave: '离开任意页面',
};
const measures = { times: '次数', people: '人数', sessions: '会话数', per_person: '人均次数' } as const;
const aggregates = { sum: '总和', average: '平均', p50: '中位数', p90: 'P90', p99: 'P99' } as const;

const measureName = (measure: Measure): string =>
  typeof measure === 'string' ? measures[measure] : aggregates[measure.of];

/** A series as charts of the console name it. */
export const seriesName = ({ kind, series, formula }: Question, at: number | null): string => {
  if (at === null) return formula ?? '公式';
  const { name, event, measure = 'times' } = series[at] ?? {};
  if (name !== undefined) return name;
  const what = event ? (event.key ?? kinds[event.kind]) : '任意行为';
  return kind === 'trend' && measure !== 'times' ? `${what} · ${measureName(measure)}` : what;
};

export const groupName = (by: readonly (string | null)[]): string =>
  by.length === 0 ? '全部' : by.map(value => (value === null || value === '' ? '（无）' : value)).join(' · ');

export const running = {
  hour: '本小时未结束',
  day: '今天未结束',
  week: '本周未结束',
  month: '本月未结束',
} as const;
