import { expect, test } from 'vitest';
import { purgesOneSubject } from './removal.ts';

test('a replicated stream is purged by subject only by servers that repeat such a purge as it was', () => {
  const versions = [
    '2.9.10',
    '2.9.17',
    '2.9.18',
    '2.9.25',
    '2.10.0',
    '2.8.4',
    '3.0.0',
    '2.11.0-RC.1',
    'unknown',
  ];
  expect(versions.filter(version => purgesOneSubject(version, 3))).toEqual([
    '2.9.18',
    '2.9.25',
    '2.10.0',
    '3.0.0',
    '2.11.0-RC.1',
  ]);
  expect(purgesOneSubject('2.9.10', 1)).toBe(true);
});
