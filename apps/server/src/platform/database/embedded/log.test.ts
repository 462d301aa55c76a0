import { describe, expect, it } from 'vitest';
import { logReader } from './log.ts';
import { memoryLog } from './testing.ts';

function read(...lines: string[]): string[] {
  const log = memoryLog();
  const reader = logReader(log);
  for (const line of lines) reader(line);
  return log.lines;
}

describe('logReader', () => {
  it('hands on what an operator has to know', () => {
    const lines = read(
      '12 53100 PANIC:  could not write to file "pg_wal/xlogtemp.12": No space left on device',
      '12 01000 WARNING:  database needs vacuum',
      '12 01000 HINT:  Do it.',
      '12 00000 LOG:  server process (PID 99) was terminated by signal 9: Killed',
      'postgres: error while loading shared libraries: libicu',
    );
    expect(lines.map(line => line.split(' ')[0])).toEqual(['error', 'warn', 'warn', 'warn', 'warn']);
    expect(lines[0]).toContain('No space left on device');
  });

  it("is silent about everyday business and people's data", () => {
    expect(
      read(
        '12 00000 LOG:  database system is ready to accept connections',
        '12 57P03 FATAL:  the database system is starting up',
        '12 57P01 FATAL:  terminating connection due to administrator command',
        '12 23505 ERROR:  duplicate key value violates unique constraint',
        '12 23505 DETAIL:  Key (phone)=(13800138000) already exists.',
        '12 23505 HINT:  none',
        "12 23505 STATEMENT:  insert into accounts values ('13800138000')",
        "\tvalues ('13800138000')",
      ),
    ).toEqual([]);
  });
});
