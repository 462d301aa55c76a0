/** What a sent dashboard says: figures and bars of every kind of question, and nobody's name. */
import { type QuestionAnswer, type QuestionBody, readQuestion } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { refuse } from '../../../platform/refusal.ts';
import { buildReport, type BuildParts, type SentDashboard } from './build.ts';
import { reportLines, reportMail } from './mail.ts';
import { contentOf, sentQuestion } from './tile.ts';

const NOW = Date.parse('2026-11-23T08:00:00+08:00');
const question = (given: object) => {
  const { question: read, fault } = readQuestion(JSON.stringify({ v: 1, ...given }));
  if (!read) throw new Error(fault);
  return read;
};
const answer = (body: QuestionBody, more: Partial<QuestionAnswer> = {}) => ({
  from: 0,
  to: 1,
  sample: false,
  rows_from: null,
  answer: body,
  previous: null,
  unfinished: false,
  until: null,
  source: 'events' as const,
  ...more,
});
const views = { event: { kind: 'view', key: '/' } };
const trend = (values: (number | null)[], total = 1234): QuestionBody => ({
  kind: 'trend',
  points: values.map((_, at) => `2026-11-${20 + at}`),
  lines: [{ series: 0, by: [], total, values }],
  more: 0,
});

test('a trend has a column for each point, the total and its change', () => {
  const content = contentOf(
    question({ kind: 'trend', series: [{ ...views, measure: 'people' }], compare: 'previous' }),
    answer(trend([10, null, 20]), {
      unfinished: true,
      previous: { from: 0, to: 1, answer: trend([1], 1000) },
    }),
    'zh-CN',
  );
  expect(content).toMatchObject({
    summary: '/ · 用户数 1,234（比上一周期 +23.4%）',
    parts: [
      {
        kind: 'columns',
        running: '今天未结束',
        points: [{ name: '2026-11-20', value: 10, text: '10' }, { value: null, text: '—' }, { value: 20 }],
      },
    ],
  });
});

test('of many points the newest are shown', () => {
  const points = Array.from({ length: 744 }, (_, at) => `2026-11-${String(at).padStart(3, '0')}`);
  const body = {
    kind: 'trend' as const,
    points,
    lines: [{ series: 0, by: [], total: 1, values: [] }],
    more: 0,
  };
  const [part] = contentOf(question({ kind: 'trend', grain: 'hour' }), answer(body), 'zh-CN').parts;
  expect(part).toMatchObject({ kind: 'columns' });
  if (part?.kind !== 'columns') return;
  expect([part.points.length, part.points.at(-1)?.name]).toEqual([62, '2026-11-743']);
});

test.each<[string, object, QuestionBody, string, string[]]>([
  [
    'a funnel',
    { kind: 'funnel', series: [views, { event: { kind: 'custom', key: 'done' } }] },
    {
      kind: 'funnel',
      groups: [
        {
          by: [],
          steps: [
            { people: 8, between: null },
            { people: 2, between: null },
          ],
        },
      ],
      more: 0,
      points: [],
      trend: [],
    },
    '8 人开始，2 人完成，转化率 25%',
    ['1 / 8 人（100%）', '2 done 2 人（25%）'],
  ],
  [
    'a retention',
    { kind: 'retention', series: [{}, {}] },
    {
      kind: 'retention',
      groups: [{ by: [], cohorts: [], average: [1, 0.34, null] }],
      more: 0,
    },
    '下一期平均留存 34%',
    ['当期 100%', '1 期后 34%'],
  ],
  [
    'days active',
    { kind: 'stickiness', series: [{}] },
    { kind: 'stickiness', lines: [{ series: 0, by: [], people: [5, 3] }], more: 0 },
    '共 8 人',
    ['活跃 1 期 5 人', '活跃 2 期 3 人'],
  ],
  [
    'time spent',
    { kind: 'time' },
    {
      kind: 'time',
      rows: [{ by: ['custom', 'lesson'], times: 3, sum: 1, average: 1, p50: 90_000, p90: 7_200_000 }],
      more: 0,
    },
    'custom · lesson：中位数 1.5 分钟 · P90 2 小时',
    ['custom · lesson 中位数 1.5 分钟 · P90 2 小时'],
  ],
  [
    'paths',
    { kind: 'paths' },
    { kind: 'paths', moves: [{ step: 0, from_page: null, to_page: '/', moves: 4 }], total: 9 },
    '共 9 次跳转',
    ['（进入） → / 4 次'],
  ],
  [
    'people',
    { kind: 'people' },
    {
      kind: 'people',
      people: [{ id: 'u-1', nickname: '小明', times: 1, first: 0, last: 0 }],
      total: 41,
    },
    '共 41 人，名单不会发送',
    [],
  ],
])('%s says its figures', (_, given, body, summary, rows) => {
  const content = contentOf(question(given), answer(body), 'zh-CN');
  expect(content.summary).toBe(summary);
  const said = content.parts.flatMap(part =>
    part.kind === 'bars' ? part.rows.map(({ name, text }) => `${name} ${text}`) : [],
  );
  expect(said).toEqual(rows);
  expect(JSON.stringify(content)).not.toContain('小明');
});

const anyView = { event: { kind: 'view' } };
test.each<[string, object, QuestionBody, string, string[]]>([
  [
    'a trend',
    { kind: 'trend', series: [{ ...anyView, measure: 'people' }] },
    trend([10], 1234),
    'Any page view · People 1,234',
    [],
  ],
  [
    'a funnel',
    { kind: 'funnel', series: [anyView, { event: { kind: 'custom', key: 'done' } }] },
    {
      kind: 'funnel',
      groups: [
        {
          by: [],
          steps: [
            { people: 8, between: null },
            { people: 1, between: null },
          ],
        },
      ],
      more: 0,
      points: [],
      trend: [],
    },
    '8 people began, 1 person finished, conversion 12.5%',
    ['1 Any page view 8 people (100%)', '2 done 1 person (12.5%)'],
  ],
  [
    'a retention',
    { kind: 'retention', series: [{}, {}] },
    { kind: 'retention', groups: [{ by: [], cohorts: [], average: [1, 0.34] }], more: 0 },
    'Average retention in the next period 34%',
    ['Same period 100%', '1 later 34%'],
  ],
  [
    'days active',
    { kind: 'stickiness', series: [{}] },
    { kind: 'stickiness', lines: [{ series: 0, by: [], people: [5, 1] }], more: 0 },
    '6 people in all',
    ['Active in 1 period 5 people', 'Active in 2 periods 1 person'],
  ],
  [
    'time spent',
    { kind: 'time' },
    {
      kind: 'time',
      rows: [{ by: [null], times: 3, sum: 1, average: 1, p50: 90_000, p90: 7_200_000 }],
      more: 0,
    },
    '(none): Median 1.5 min · P90 2 h',
    ['(none) Median 1.5 min · P90 2 h'],
  ],
  [
    'paths',
    { kind: 'paths' },
    { kind: 'paths', moves: [{ step: 0, from_page: null, to_page: '/', moves: 1 }], total: 9 },
    '9 moves in all',
    ['(enters) → / 1 time'],
  ],
  [
    'people',
    { kind: 'people' },
    { kind: 'people', people: [], total: 41 },
    '41 people in all; the list is not sent',
    [],
  ],
])('%s says its figures in English', (_, given, body, summary, rows) => {
  const content = contentOf(question(given), answer(body), 'en');
  expect(content.summary).toBe(summary);
  const said = content.parts.flatMap(part =>
    part.kind === 'bars' ? part.rows.map(({ name, text }) => `${name} ${text}`) : [],
  );
  expect(said).toEqual(rows);
  expect(JSON.stringify(content)).not.toMatch(/\p{sc=Han}|[：，。（）]/u);
});

test('groups by who people are are left out, those by devices and cohorts are not', () => {
  const divided = (...breakdowns: string[]) =>
    sentQuestion(question({ kind: 'trend', breakdowns })).breakdowns;
  expect(divided('person.grade')).toEqual([]);
  expect(divided('device.browser', 'person.field.class')).toEqual([]);
  expect(divided('device.browser', 'person.site')).toEqual(['device.browser', 'person.site']);
  expect(sentQuestion(question({ kind: 'people' })).top).toBe(1);
});

const tile = (given: object, name = '活跃<用户>') => ({
  id: '019a0000-0000-7000-8000-00000000000b',
  name,
  template: null,
  question: JSON.stringify({ v: 1, ...given }),
});
const dashboard = (tiles: SentDashboard['tiles']): SentDashboard => ({
  id: '019a0000-0000-7000-8000-00000000000d',
  name: '学校 & 家长',
  template: null,
  period: { last: 7, unit: 'day' },
  filter: { all: [{ property: 'device.class', op: 'is', value: 'phone' }] },
  tiles,
});
const parts = (ask: BuildParts['ask']): BuildParts => ({
  ask,
  lag: async () => 3_600_000,
  now: () => NOW,
  log: { warn: () => {}, error: () => {} },
  place: { name: '明德学堂', issuer: 'https://accounts.school.example' },
});

test('each question is asked as somebody without a right to see people, with the dashboard’s period and filter', async () => {
  const filter = { all: [{ property: 'event.key', op: 'is', value: 'a' }] };
  const asked: unknown[] = [];
  const report = await buildReport(
    parts(async (given, _, masked) => {
      asked.push([given.period, given.filter, masked]);
      return answer(trend([1]));
    }),
    dashboard([tile({ kind: 'trend', filter })]),
    new AbortController().signal,
  );
  const own = dashboard([]);
  expect(asked).toEqual([[own.period, { all: [filter, own.filter] }, true]]);
  expect(report.until).toBe(NOW - 3_600_000);
  expect(reportLines(report, 'zh-CN').at(-1)).toBe('数据截至 2026年11月23日 07:00');
  expect(reportLines(report, 'en').at(-1)).toBe('Data until Nov 23, 2026, 07:00');
});

test('where it is not known what is loaded, it says so', async () => {
  const lag = async () => {
    throw new Error('not known');
  };
  const report = await buildReport(
    { ...parts(async () => answer(trend([1]))), lag },
    dashboard([]),
    new AbortController().signal,
  );
  expect(reportLines(report, 'zh-CN').at(-1)).toBe('数据截至时间未知，最近的数据可能不全');
});

test('a question that is refused, is too large, names own fields of people or is SQL says so in its place', async () => {
  let asked = 0;
  const report = await buildReport(
    parts(async () => {
      asked += 1;
      if (asked === 1) throw refuse('InvalidRequest');
      if (asked === 2) throw refuse('TooBusy');
      return answer(trend([1]));
    }),
    dashboard([
      tile({ kind: 'trend' }),
      tile({ kind: 'trend' }),
      tile({ kind: 'trend', filter: { all: [{ property: 'person.field.class', op: 'is', value: '3' }] } }),
      tile({ kind: 'none' }),
      { ...tile({}), question: null },
      tile({ kind: 'trend' }),
    ]),
    new AbortController().signal,
  );
  expect(asked).toBe(3);
  expect(report.tiles.map(({ problem }) => problem)).toEqual([
    'tooLarge',
    'busy',
    'ownField',
    'unreadable',
    'sql',
    undefined,
  ]);
  expect(reportLines(report, 'zh-CN').slice(0, 2)).toEqual([
    '活跃<用户>：无法计算：数据量过大，请缩小问题的范围。',
    '活跃<用户>：无法计算：事件库没有及时响应。',
  ]);
  expect(report.tiles.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
    'ask',
    'ask',
    'ask',
    'ask',
    'sql',
    'ask',
  ]);
});

test('the mail loads nothing, escapes what people wrote, and says where it is ended', async () => {
  const report = await buildReport(
    parts(async () => answer(trend([1, 2, 3]))),
    dashboard([tile({ kind: 'trend' })]),
    new AbortController().signal,
  );
  const { subject, html, text } = reportMail(report, 'zh-CN');
  expect(subject).toBe('【明德学堂】看板：学校 & 家长');
  expect(html).not.toMatch(/<(?:img|script|link|iframe|style)|url\(|@import/);
  expect(html).toContain('活跃&lt;用户&gt;');
  expect(html).not.toMatch(/[^-]color:(?!inherit)|background-color:\s*(?:#fff|white)/);
  const page = 'https://accounts.school.example/console/dashboards/019a0000-0000-7000-8000-00000000000d';
  for (const said of [html, text]) {
    expect(said).toContain('数据截至');
    expect(said).toContain(page);
    expect(said).toContain('停止发送');
  }
  expect(text).toContain('活跃<用户>\n  任意行为 1,234\n    2026-11-20  1\n');
  expect(text).toContain('2026-11-22  3');
});

test('in English nothing is Chinese but what the school wrote, and what came with the installation has its English name', async () => {
  const board = dashboard([
    { ...tile({ kind: 'trend' }), name: '活跃用户', template: 'active' },
    { ...tile({ kind: 'none' }), name: 'Odd' },
    { ...tile({}), name: 'Rows', question: null },
  ]);
  const report = await buildReport(
    parts(async () => answer(trend([1, 2, 3]), { unfinished: true })),
    { ...board, name: '学校', template: 'school' },
    new AbortController().signal,
  );
  const { subject, html, text } = reportMail({ ...report, school: 'Mingde' }, 'en');
  expect(subject).toBe('[Mingde] Dashboard: School');
  expect(html).toContain('<html lang="en">');
  for (const said of [html, text, reportLines(report, 'en').join('\n')]) {
    expect(said).toContain('Data until');
    expect(said).toContain('Active people');
    expect(said.replaceAll("'PingFang SC','Noto Sans SC','Microsoft YaHei'", '')).not.toMatch(
      /\p{sc=Han}|[：，。（）【】]/u,
    );
  }
  expect(text).toContain('Active people\n  Any activity 1,234\n    2026-11-20  1\n');
  expect(html).toContain('2026-11-22 (today is not over)');
});

test('the short text has a line for each question, as long as a bot takes it', () => {
  const asked = question({ kind: 'trend', series: [{ ...views, name: '数'.repeat(60) }] });
  const of = (name: string) => ({
    name: `${name}${'问'.repeat(60)}`,
    template: null,
    url: '',
    answered: { question: asked, answer: answer(trend([1])) },
  });
  const lines = reportLines(
    { until: undefined, tiles: Array.from({ length: 40 }, (_, at) => of(`问题 ${at}`)) },
    'zh-CN',
  );
  expect(lines[0]).toHaveLength(120);
  expect(lines.at(-2)).toMatch(/^另有 \d+ 个问题$/);
  expect(lines.at(-1)).toBe('数据截至时间未知，最近的数据可能不全');
  expect(Buffer.byteLength(lines.join('\n\n'))).toBeLessThan(3_500);
});
