import { expect, test } from 'vitest';
import { formatDateTime } from './date-time.tsx';

const morning = new Date('2026-11-23T09:00:00+08:00');
const lastYear = new Date('2025-11-23T09:00:00+08:00');

test.each(['zh-CN', 'en'])('%s: hours have two digits, of a clock of 24', language => {
  for (const date of [morning, lastYear])
    expect(formatDateTime(date, language, () => morning.getTime())).toMatch(/ 09:00$/);
  const night = new Date('2026-11-23T00:05:00+08:00');
  expect(formatDateTime(night, language, () => morning.getTime())).toMatch(/ 00:05$/);
});
