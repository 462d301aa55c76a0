/** The fifteen questions as an analyst asks them in the page, and what the page then shows, in the form of `answersOf`. */
import { type Asking, figure, rounded, spoken } from './asking.ts';
import { CLASS } from './school.ts';

/** What is asked of: periods, as one types them. */
export interface Periods {
  /** All twelve weeks. */
  readonly whole: string;
  /** The first ten. */
  readonly ten: string;
  /** The last 28 days. */
  readonly lately: string;
  /** The last seven. */
  readonly week: string;
}

export interface Walk {
  readonly ask: (asking: Asking, periods: Periods) => Promise<void>;
  /** What the page shows; a table's cells are numbers, or a duration's words. */
  readonly shown: (asking: Asking) => Promise<unknown>;
  /** The right answer as the page writes it. @default as it is */
  readonly written?: (expected: never) => unknown;
  /** The same question with something else, which is answered too. */
  readonly again?: Walk;
}

const EVENT = '事件或页面';
const whole = (asking: Asking, { whole: period }: Periods) => asking.pick('时间', period);
const counts = (cells: readonly string[]): Record<string, number> =>
  Object.fromEntries(cells.flatMap((cell, n) => (figure(cell) ? [[String(n), figure(cell)] as const] : [])));
const group = (name: string | undefined, none: string): string => (name === '（无）' ? none : (name ?? ''));

/** A column for each group, a row for each point. */
const byGroup = async (asking: Asking): Promise<Record<string, Record<string, number>>> => {
  const [head = [], ...rows] = await asking.rows();
  return Object.fromEntries(
    head.slice(1).map((name, at) => [group(name, 'null'), counts(rows.map(row => row[at + 1] ?? ''))]),
  );
};
/** The points of one column. */
const column = async (asking: Asking, at: number): Promise<string[]> =>
  (await asking.rows()).slice(1).map(row => row[at] ?? '');
/** The totals by group, of each series in its order. */
const totals = async (asking: Asking, parts: number): Promise<Record<string, number[]>> => {
  const found: Record<string, number[]> = {};
  for (const [name = '', total] of (await asking.rows('汇总')).slice(1)) {
    const groups = name.split(' · ').slice(-parts);
    if (groups.includes('全部')) continue;
    (found[groups.map(each => group(each, '')).join('|')] ??= []).push(figure(total));
  }
  return found;
};
const written = (expected: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(expected).map(([name, values]) => [name, values.map(rounded)]));

const latest: Walk = {
  ask: asking => asking.pick('分组', '最近 UTM', '最近 UTM 来源'),
  shown: asking => totals(asking, 1),
};

export const walks: readonly Walk[] = [
  {
    ask: async (asking, periods) => {
      await asking.pick(EVENT, 'account.made');
      await asking.pick('计算方式', '次数');
      await whole(asking, periods);
      await asking.select('粒度', '周');
      await asking.pick('分组', '年级');
      await asking.table();
    },
    shown: byGroup,
  },
  {
    ask: async (asking, { ten }) => {
      await asking.select('问题类型', '漏斗');
      await asking.pick(`${EVENT} 1`, 'account.made');
      await asking.pick(`${EVENT} 2`, 'lesson.open');
      await asking.filter('2 lesson.open 的筛选', 'lesson = 3', '字段 lesson 等于 3');
      await asking.pick('分组', '平台');
      await asking.pick('时间', ten);
    },
    shown: async asking =>
      Object.fromEntries(
        (await asking.rows('分组结果'))
          .slice(2)
          .map(([name, one, two]) => [name, [figure(one), figure(two)]]),
      ),
  },
  {
    ask: async (asking, periods) => {
      await asking.select('问题类型', '留存');
      await asking.pick('起始行为', 'account.made');
      await asking.pick('回访行为', 'lesson.open');
      await asking.filter('筛选', '年级 >= 7', '年级 ≥ 7');
      await whole(asking, periods);
      await asking.select('粒度', '周');
      await asking.table();
    },
    // The first row is the average.
    shown: async asking =>
      Object.fromEntries(
        (await asking.rows())
          .slice(2)
          .map(([, people, ...back], week) => [
            String(week),
            { people: figure(people), back: counts(back.map(cell => cell.split('（')[0] ?? '')) },
          ]),
      ),
  },
  {
    ask: async (asking, periods) => {
      await asking.select('问题类型', '漏斗');
      await asking.pick(`${EVENT} 1`, '/contests');
      await asking.pick(`${EVENT} 2`, '/contest/7');
      await asking.press('+ 添加步骤');
      await asking.pick(`${EVENT} 3`, 'contest.submit');
      await asking.select('窗口期', '1 天');
      await asking.pick('分组', '浏览器');
      await whole(asking, periods);
    },
    shown: async asking =>
      Object.fromEntries(
        (await asking.rows('分组结果'))
          .slice(2)
          .map(([name, ...cells]) => [
            name,
            { people: cells.slice(0, 3).map(figure), between: cells.slice(4) },
          ]),
      ),
    written: (expected: Record<string, { people: number[]; between: number[] }>) =>
      Object.fromEntries(
        Object.entries(expected).map(([name, { people, between }]) => [
          name,
          { people, between: between.map(spoken) },
        ]),
      ),
  },
  {
    ask: async (asking, periods) => {
      await asking.select('问题类型', '时长');
      await asking.pick(EVENT, '离开', '离开任意页面');
      await asking.pick('分组', '页面');
      await whole(asking, periods);
      await asking.table();
    },
    shown: async asking => (await asking.rows()).slice(2).map(row => [row[0], row[4]]),
    written: (expected: [string, number][]) => expected.map(([page, sum]) => [page, spoken(sum)]),
  },
  {
    ask: async (asking, periods) => {
      await asking.select('问题类型', '人员');
      await asking.pick(EVENT, 'contest.submit');
      await asking.filter('筛选', 'did not lesson.done', '没有做过 lesson.done');
      await whole(asking, periods);
    },
    shown: async asking =>
      (await asking.answered())
        .locator('tbody tr')
        .evaluateAll(rows =>
          rows.map(row => row.querySelector('a')?.getAttribute('href')?.split('/').pop() ?? null).sort(),
        ),
  },
  {
    ask: async (asking, periods) => {
      await asking.pick(EVENT, 'lesson.done');
      await asking.pick('计算方式', '次数');
      await whole(asking, periods);
      await asking.filter(
        '筛选',
        'score >= 80 且 (浏览器 = WeChat 或 平台 = Win32) 且 年级 != 1',
        '字段 score ≥ 80 且 (浏览器 等于 WeChat 或 平台 等于 Win32) 且 年级 不等于 1',
      );
      await asking.table();
    },
    shown: async asking => counts(await column(asking, 1)),
  },
  {
    ask: async (asking, periods) => {
      await asking.pick(EVENT, 'lesson.done');
      await asking.pick('计算方式', '次数');
      await asking.press('+ 添加指标');
      await asking.pick(`${EVENT} B`, 'lesson.open');
      await asking.type('公式', 'A / B');
      await whole(asking, periods);
      await asking.select('粒度', '周');
      await asking.table();
    },
    shown: async asking => counts(await column(asking, 3)),
    written: (expected: Record<string, number>) =>
      Object.fromEntries(Object.entries(expected).map(([week, share]) => [week, rounded(share)])),
  },
  {
    ask: async (asking, { lately }) => {
      await asking.pick('时间', lately);
      await asking.select('对比', '上一周期');
    },
    shown: async asking => {
      const [, all = []] = await asking.rows('汇总');
      return [figure(all[1]), figure(all[3])];
    },
  },
  {
    ask: async (asking, periods) => {
      await asking.press('+ 添加指标');
      await asking.pick(`${EVENT} B`, 'lesson.done');
      await asking.pick('分组', '首次 UTM', '首次 UTM 来源');
      await whole(asking, periods);
    },
    shown: asking => totals(asking, 1),
    again: latest,
  },
  {
    ask: async (asking, periods) => {
      await asking.pick(EVENT, 'lesson.done');
      await asking.pick('计算方式', 'score 平均', '字段 score 的平均值');
      await asking.press('+ 添加指标');
      await asking.pick('计算方式', 'score 中位', '字段 score 的中位数', 1);
      await asking.press('+ 添加指标');
      await asking.pick('计算方式', 'score P90', '字段 score 的 P90', 2);
      await asking.pick('分组', 'lesson', '字段 lesson');
      await whole(asking, periods);
    },
    shown: asking => totals(asking, 1),
    written,
  },
  {
    ask: async (asking, periods) => {
      await asking.pick('计算方式', '会话数');
      await asking.press('+ 添加指标');
      await asking.pick('计算方式', '会话 中位', '会话时长（毫秒）的中位数', 1);
      await whole(asking, periods);
      await asking.select('粒度', '周');
      await asking.table();
    },
    shown: async asking => ({
      by: counts(await column(asking, 1)),
      median: (await asking.rows('汇总'))[2]?.[1],
    }),
    written: ({ by, median }: { by: unknown; median: number }) => ({ by, median: spoken(median) }),
  },
  {
    ask: async (asking, { lately }) => {
      await asking.filter(
        '筛选',
        'did lesson.done 5 times 且 是否登录 = yes',
        '做过 lesson.done 至少 5 次 且 是否登录 等于 yes',
      );
      await asking.pick('分组', CLASS, `人员的 ${CLASS}`);
      await asking.pick('时间', lately);
      await asking.press('列出更多分组');
    },
    shown: async asking =>
      Object.fromEntries(Object.entries(await totals(asking, 1)).map(([name, [people]]) => [name, people])),
  },
  {
    ask: async (asking, periods) => {
      await asking.pick(EVENT, 'contest.submit');
      await asking.pick('计算方式', '次数');
      await asking.press('+ 添加指标');
      await asking.pick('计算方式', '用户数', '用户数', 1);
      await asking.pick('分组', 'language', '字段 language');
      await asking.pick('再按', '站点');
      await whole(asking, periods);
    },
    shown: asking => totals(asking, 2),
  },
  {
    ask: async (asking, { week }) => {
      await asking.select('问题类型', '活跃天数');
      await asking.pick('时间', week);
      await asking.table();
    },
    shown: async asking =>
      Object.fromEntries(
        (await asking.rows())
          .slice(1)
          .flatMap(([days = '', people]) => (figure(people) ? [[days, figure(people)]] : [])),
      ),
  },
];
