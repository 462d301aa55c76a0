import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, valuesOf, toCsv, formatCell } from './tabular.ts';

/** Reads RFC 4180, as a spreadsheet does. */
const readCsv = (csv: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at++) {
    const sign = csv[at];
    if (quoted) {
      if (sign === '"' && csv[at + 1] === '"') {
        cell += '"';
        at++;
      } else if (sign === '"') quoted = false;
      else cell += sign;
    } else if (sign === '"') quoted = true;
    else if (sign === ',' || sign === '\r') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\r') {
        rows.push([]);
        at++;
      }
    } else cell += sign;
  }
  rows.pop();
  return rows;
};

/** What a spreadsheet may run as a formula: blanks before the sign are dropped, and full-width signs count. */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const cells: fc.Arbitrary<Cell> = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom(' ', '\u3000', '\u00a0', '\t', '\n', '\u200b', '=', '＝', '＋', '－', '＠', 'x'),
  }),
  fc.double({ noNaN: true }),
  fc.constant(null),
);

test('writes a file that reads back cell by cell and has no formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cells, cells, cells), { maxLength: 20 }), rows => {
      const table = { columns: [{ head: 'a' }, { head: '=b' }, { head: 'c,"d"' }], rows };
      const csv = toCsv(table);
      expect(csv.startsWith('\uFEFF')).toBe(true);
      const [head, ...read] = readCsv(csv.slice(1));
      expect(head).toEqual(['a', "'=b", 'c,"d"']);
      expect(read).toHaveLength(rows.length);
      for (const [line, row] of rows.entries())
        for (const [at, cell] of row.entries()) {
          const found = read[line]?.[at];
          if (typeof cell === 'number') expect(found).toBe(String(cell));
          else if (cell === null) expect(found).toBe('');
          else expect(found === cell || found === `'${cell}`).toBe(true);
          if (typeof cell === 'string') expect(found).not.toMatch(FORMULA);
        }
    }),
  );
});

test.each([' =1+1', '\u3000=1+1', '＝1+1', '＠SUM(1)', '\u200b-1', '\n=1', ' \t+1'])(
  'writes %o as text',
  text => {
    const csv = toCsv({ columns: [{ head: 'a' }], rows: [[text]] });
    expect(readCsv(csv.slice(1))[1]).toEqual([`'${text}`]);
  },
);

test('formats values and missing values', () => {
  const table = {
    columns: [{ head: 'x' }, { head: 'y', write: (n: number) => `${n} %` }],
    rows: [
      ['a', 1],
      ['b', null],
    ],
  };
  expect(valuesOf(table, 1)).toEqual([1, 0]);
  expect(formatCell(table.columns[1], 1)).toBe('1 %');
  expect(formatCell(table.columns[1], null)).toBe('—');
});

test('shows a moment in words, and writes it in ISO 8601', () => {
  const moment = { words: 'today', iso: '2026-11-21' };
  expect(formatCell({ head: 'when' }, moment)).toBe('today');
  expect(toCsv({ columns: [{ head: 'when' }], rows: [[moment]] })).toBe('\uFEFFwhen\r\n2026-11-21\r\n');
});
