/** Which users operators' SQL is run by, and that the statements of the guide make one of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type UserFacts, problemOf } from './user.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../../../docs/sql.md'), 'utf8');
const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(guide) ?? [];
/** What a server has where a profile says nothing. */
const defaults = { timeout_overflow_mode: 'throw' };
const profile = Object.fromEntries(
  [...statements.matchAll(/(\w+) = '?(\w+)'?/g)].map(([, name = '', value = '']) => [name, value]),
);
const good: UserFacts = {
  grants: [/GRANT SELECT[^;]*/.exec(statements)?.[0] ?? ''],
  databases: ['information_schema', 'rollcall_sql', 'system'],
  settings: { ...defaults, ...profile },
  readsSystem: false,
};
const problem = (more: Partial<UserFacts>) => problemOf({ ...good, ...more }, 'rollcall_sql');
const without = (name: string, value?: string) =>
  problem({ settings: { ...good.settings, [name]: value ?? '' } });

test('the user of the guide is used', () => {
  expect(problem({})).toBeUndefined();
  expect(
    problem({ grants: ['GRANT SELECT(day, key) ON `rollcall_sql`.events TO `reader`'] }),
  ).toBeUndefined();
});

test.each([
  'GRANT INSERT ON rollcall_sql.* TO reader',
  'GRANT SELECT, INSERT ON rollcall_sql.* TO reader',
  'GRANT SELECT ON rollcall.* TO reader',
  'GRANT SELECT ON *.* TO reader',
  'GRANT SELECT ON rollcall_sql.* TO reader WITH GRANT OPTION',
  'GRANT URL ON *.* TO reader',
  'GRANT CREATE TEMPORARY TABLE ON *.* TO reader',
  'GRANT operators TO reader',
])('a user with %s is refused by the name of the grant', grant => {
  expect(problem({ grants: [...good.grants, grant] })).toContain(grant);
});

test('a user who sees other databases or the tables of the system is refused', () => {
  expect(problem({ databases: [...good.databases, 'rollcall'] })).toMatch(/sees the database rollcall$/);
  expect(problem({ readsSystem: true })).toMatch(/select_from_system_db_requires_grant/);
});

test('a user whose limits a statement could raise, or who has none, is refused by the name of the setting', () => {
  expect(without('readonly', '2')).toMatch(/^its setting readonly is 2, not 1$/);
  expect(without('max_execution_time', '0')).toMatch(/max_execution_time is 0, not 1 to 15/);
  expect(without('max_execution_time', '60')).toMatch(/max_execution_time is 60/);
  expect(without('max_memory_usage')).toMatch(/max_memory_usage is not known/);
});

test('a user whose answers could be a part of the rows without a word is refused', () => {
  expect(without('result_overflow_mode', 'break')).toMatch(
    /^its setting result_overflow_mode is break, not throw$/,
  );
  expect(without('max_result_rows', '1000')).toMatch(/^its setting max_result_rows is 1000, not 5000$/);
  expect(without('max_result_rows', '0')).toMatch(/max_result_rows is 0/);
  expect(without('max_result_bytes', '0')).toMatch(/max_result_bytes is 0, not 1 to/);
});
