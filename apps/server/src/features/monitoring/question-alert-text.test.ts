/** What messages say of alerts on questions. */
import { expect, test } from 'vitest';
import { type AlertMessageBody, alertText } from './alert-message.ts';
import type { AlertedQuestion } from './question-alert-text.ts';

const place = { name: '明德学堂', issuer: 'https://accounts.school.example' };
const question: AlertedQuestion = {
  id: '019a0000-0000-7000-8000-00000000000b',
  name: '活跃<用户>',
  condition: 'below',
  unit: 'number',
  every: 'hour',
  from: Date.parse('2026-11-26T08:00:00+08:00'),
  to: Date.parse('2026-11-26T09:00:00+08:00'),
  before: null,
  problem: null,
};
const body: AlertMessageBody = {
  state: 'firing',
  episode: null,
  began_at: 0,
  ended_at: null,
  value: 1234,
  worst: 1234,
  threshold: 2000,
  rule: {
    id: null,
    name: '人太少',
    product: null,
    kind: 'question',
    target: 'x',
    percentile: null,
    window_minutes: 60,
  },
  question,
};

test('a message names the question, the period, the figure and the condition, and leads to the question', () => {
  expect(alertText(body, place, 'zh-CN')).toEqual({
    title: '【明德学堂】警报：人太少',
    lines: ['问题：活跃＜用户＞', '11/26 08:00–09:00：1,234', '低于 2,000 时提醒'],
    url: 'https://accounts.school.example/console/ask?saved=019a0000-0000-7000-8000-00000000000b',
    open: '在管理台查看',
  });
});

test('in English the same is said', () => {
  const lines = (more: Partial<AlertMessageBody>) =>
    alertText({ ...body, ...more }, place, 'en').lines.slice(1);
  expect(lines({})).toEqual(['Nov 26, 08:00–09:00: 1,234', 'Alerts below 2,000']);
  const dropped = {
    ...question,
    condition: 'dropped',
    every: 'day',
    unit: 'duration',
    before: 5_400_000,
  } as const;
  expect(lines({ value: 90_000, threshold: 0.3, question: dropped })).toEqual([
    'Nov 26: 1.5 min',
    '7 days before: 1.5 h',
    'Alerts at 30% less than 7 days before',
  ]);
  const failing = { ...question, condition: 'no-data', problem: 'busy' } as const;
  expect(lines({ state: 'unevaluated', value: null, question: failing })).toEqual([
    'It cannot be evaluated: the event store did not answer in time. Until it can, no alert is sent.',
    'Alerts without data',
  ]);
});

test('a question that came with the installation is called by its name in the language', () => {
  const nameIn = (language: 'zh-CN' | 'en', template?: string | null) =>
    alertText({ ...body, question: { ...question, name: '每周留存', template } }, place, language).lines[0];
  expect(nameIn('en', 'retention')).toBe('Question: Weekly retention');
  expect(nameIn('zh-CN', 'retention')).toBe('问题：每周留存');
  expect(nameIn('en', 'none of them')).toBe('Question: 每周留存');
  expect(nameIn('en', null)).toBe('Question: 每周留存');
  // Queued before templates were told.
  expect(nameIn('en')).toBe('Question: 每周留存');
});

test('a dashboard is told in the language that its lines were written in', () => {
  const { question: _, ...rest } = body;
  const text = (language: 'zh-CN' | 'en', written?: 'zh-CN' | 'en') =>
    alertText(
      {
        ...rest,
        state: 'report',
        rule: { ...rest.rule, kind: 'dashboard', name: '学校' },
        dashboard: { id: 'd', lines: ['1'], language: written },
      },
      place,
      language,
    );
  expect(text('zh-CN', 'en')).toMatchObject({
    title: '[明德学堂] Dashboard: 学校',
    open: 'Open in the console',
  });
  const chinese = { title: '【明德学堂】看板：学校', open: '在管理台查看' };
  expect(text('en', 'zh-CN')).toMatchObject(chinese);
  // Queued before there was another language.
  expect(text('en')).toMatchObject(chinese);
});

test('a drop stands beside the figure of a week before, in the unit of the question', () => {
  const dropped = {
    ...question,
    condition: 'dropped',
    every: 'day',
    unit: 'duration',
    before: 5_400_000,
  } as const;
  expect(
    alertText({ ...body, value: 90_000, threshold: 0.3, question: dropped }, place, 'zh-CN').lines.slice(1),
  ).toEqual(['11/26：1.5 分钟', '7 天前同期：1.5 小时', '比 7 天前同期下降 30% 时提醒']);
});

test('what can’t be evaluated says why, and is no recovery', () => {
  const text = alertText(
    { ...body, state: 'unevaluated', value: null, question: { ...question, problem: 'too-large' } },
    place,
    'zh-CN',
  );
  expect(text.title).toBe('【明德学堂】无法计算：人太少');
  expect(text.lines[1]).toBe(
    '无法计算：数据量过大或计算时间过长，请缩小问题的范围。恢复之前不会再判断是否需要提醒。',
  );
  expect(alertText({ ...body, state: 'changed' }, place, 'zh-CN').lines[1]).toContain('不代表问题已经解决');
  expect(alertText({ ...body, state: 'resolved', value: null }, place, 'zh-CN').lines[1]).toContain(
    '没有数据',
  );
});
