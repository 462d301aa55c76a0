import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import type { CustomField } from '@rollcall/contract';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnsOf, headingRow } from './columns.ts';
import { readFileRows } from './read-file.ts';
import { readRow } from './read-row.ts';
import { UnreadableFile } from './unreadable-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const rowsOf = async (bytes: Uint8Array | string): Promise<{ row: number; cells: string[] }[]> => {
  const path = join(folder, `file-${(files += 1)}`);
  await writeFile(path, bytes);
  const rows = [];
  for await (const row of readFileRows(path)) rows.push(row);
  return rows;
};
const whyNot = async (bytes: Uint8Array | string): Promise<string | undefined> => {
  try {
    await rowsOf(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.why;
    throw error;
  }
};
const cellsOf = async (bytes: Uint8Array | string) => (await rowsOf(bytes)).map(({ cells }) => cells);

/** `姓名,手机号` and `张伟,13800000001` in GBK. */
const GBK = Buffer.from('d0d5c3fb2ccad6bbfabac50ad5c5ceb02c31333830303030303030310a', 'hex');

describe('CSV', () => {
  const expected = [
    ['姓名', '手机号'],
    ['张伟', '13800000001'],
  ];
  test.each([
    ['UTF-8', '姓名,手机号\n张伟,13800000001\n'],
    ['a byte order mark', '\uFEFF姓名,手机号\r\n张伟,13800000001\r\n'],
    ['GBK', GBK],
    ['semicolons', '姓名;手机号\r张伟;13800000001'],
    ['tabs', '姓名\t手机号\n张伟\t13800000001'],
  ])('%s', async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual(expected);
  });

  test('any cells come back as they were written, with their rows', async () => {
    const cell = fc.stringMatching(/^[^\0\r]{0,12}$/u).filter(text => !/^\uFEFF|[\uD800-\uDFFF]/.test(text));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async rows => {
        const text = rows
          .map(cells => cells.map(one => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        const filled = rows
          .map((cells, n) => ({ row: n + 1, cells }))
          .filter(({ cells }) => cells.some(one => one.trim() !== ''));
        expect(await rowsOf(text)).toEqual(filled);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['encoding', Buffer.from([0, 1, 2, 3])],
    ['csv', `a,b\n"${'x'.repeat(70_000)},b\n`],
    ['too-many-columns', `a\n${','.repeat(300)}x\n`],
  ])('%s is refused by name', async (why, bytes) => {
    expect(await whyNot(bytes)).toBe(why);
  });
});

/** A zip file with one entry. @param said what its directory says of its size */
const zip = (name: string, content: Buffer, said = content.length): Buffer => {
  const packed = deflateRawSync(content);
  const head = (signature: number, bytes: number, at: number) => {
    const header = Buffer.alloc(bytes);
    header.writeUInt32LE(signature, 0);
    header.writeUInt16LE(8, at);
    header.writeUInt32LE(packed.length, at + 10);
    header.writeUInt32LE(said, at + 14);
    header.writeUInt16LE(name.length, at + 18);
    return header;
  };
  const local = Buffer.concat([head(0x04_03_4b_50, 30, 8), Buffer.from(name), packed]);
  const directory = Buffer.concat([head(0x02_01_4b_50, 46, 10), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
};

describe('xlsx', () => {
  test('numbers are text, a merged cell stands in each that it covers, a formula is not calculated', async () => {
    const rows = [
      ['2026 级新生名单', null, null],
      ['姓名', '班级', '手机号'],
      ['张伟', '一班', 13_800_000_001],
      [null, null, null],
      ['=HYPERLINK("http://x")', null, '13800000002'],
    ];
    const merges = [
      { startRow: 0, endRow: 0, startCol: 0, endCol: 2 },
      { startRow: 2, endRow: 4, startCol: 1, endCol: 1 },
    ];
    expect(await rowsOf(await writeXlsx({ sheets: [{ name: 'S', rows, merges }] }))).toEqual([
      { row: 1, cells: ['2026 级新生名单', '2026 级新生名单', '2026 级新生名单'] },
      { row: 2, cells: ['姓名', '班级', '手机号'] },
      { row: 3, cells: ['张伟', '一班', '13800000001'] },
      { row: 4, cells: ['', '一班', ''] },
      { row: 5, cells: ['=HYPERLINK("http://x")', '一班', '13800000002'] },
    ]);
  });

  test('a row that is too long is refused, also by one merged cell', async () => {
    const rows = [['x'.repeat(2000)], ...Array.from({ length: 3 }, () => [null])];
    const merges = [{ startRow: 0, endRow: 3, startCol: 0, endCol: 199 }];
    const wide = rows.map(cells => Array.from({ length: 200 }, (_, n) => cells[n] ?? null));
    const bytes = await writeXlsx({ sheets: [{ name: 'S', rows: wide, merges }] });
    expect(await whyNot(bytes)).toBe('row-too-long');
  });

  test('more than 20,000 rows are refused', async () => {
    const rows = Array.from({ length: 20_001 }, (_, n) => [n]);
    expect(await whyNot(await writeXlsx({ sheets: [{ name: 'S', rows }] }))).toBe('too-many-rows');
  });

  test('a bomb is refused before it is unpacked, also one that lies', async () => {
    const bomb = Buffer.alloc(60 * 2 ** 20);
    expect(await whyNot(zip('xl/workbook.xml', bomb))).toBe('too-large-unpacked');
    // Its reader stops at what its directory says.
    expect(await whyNot(zip('[Content_Types].xml', bomb, 1000))).toBe('xlsx');
    expect(await whyNot(zip('[Content_Types].xml', bomb, 0))).toBe('xlsx');
    expect(await whyNot(zip('xl/workbook.xml', Buffer.from('<x/>')).subarray(0, 60))).toBe('xlsx');
    // The reader follows these marks to another directory.
    for (const [place, mark] of [
      [10, Buffer.alloc(2, 0xff)],
      [12, Buffer.alloc(4, 0xff)],
      [16, Buffer.alloc(4, 0xff)],
    ] as const) {
      const other = zip('[Content_Types].xml', Buffer.from('<x/>'));
      mark.copy(other, other.length - 22 + place);
      expect(await whyNot(other)).toBe('too-large-unpacked');
    }
  });
});

describe('columns and rows', () => {
  const at = Date.UTC(2026, 10, 29);
  const columns = columnsOf([
    '姓名',
    '手机号码（本人）',
    'E-mail',
    'User name',
    '年级',
    '班级',
    '出生日期',
    '家长电话',
    '注册时间',
    'Password hash',
    '备注',
  ]);

  test('are found by Chinese and English headings, under a title', () => {
    expect(columns.map(({ field }) => field)).toEqual([
      'fullname',
      'phone_number',
      'email',
      'username',
      'grade',
      'group',
      'birth_year',
      'guardian',
      'made_at',
      'password_hash',
      null,
    ]);
    expect(headingRow([['名单'], ['', ''], ['姓名', '手机'], ['张伟', '13800000001']])).toBe(2);
    expect(columnsOf(['姓名', 'Name']).map(({ field }) => field)).toEqual(['fullname', null]);
  });

  test('are read in the form that is stored', () => {
    const read = readRow(
      columns,
      [
        '张 伟',
        '+86 138-0000-0001',
        ' Wei@Example.com',
        'Zhang_Wei',
        '初一',
        '七 (1) 班',
        '2013/9/1',
        '13900000002',
        '2024年9月1日 08:30',
        '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa',
        'x',
      ],
      at,
    );
    expect(read).toEqual({
      person: {
        fullname: '张伟',
        grade: 7,
        birth_year: 2013,
        guardian: '13900000002',
        made_at: Date.UTC(2024, 8, 1, 0, 30),
        hash: '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa',
      },
      phone: '13800000001',
      email: 'wei@example.com',
      username: 'zhang_wei',
      group: '七 (1) 班',
      faults: [],
    });
  });

  test('the school’s own fields are found by name or key, and checked', () => {
    const field: CustomField = {
      key: 'bus_stop',
      name: { 'zh-CN': '校车站点', en: 'Bus stop' },
      rule: { type: 'number', min: 1, max: 9 },
      required: false,
      seen_by: [],
      changed_by: [],
      claim: false,
    };
    const own = columnsOf(['姓名', 'bus_stop'], [field]);
    expect(own[1]?.field).toBe('custom:bus_stop');
    expect(columnsOf(['Bus stop'], [field])[0]?.field).toBe('custom:bus_stop');
    expect(readRow(own, ['张伟', '7'], at, [field]).person.custom).toEqual({ bus_stop: 7 });
    expect(readRow(own, ['张伟', '12'], at, [field]).faults).toEqual([{ column: 1, why: 'custom-range' }]);
  });

  test('each fault has its column', () => {
    const read = readRow(
      columns,
      [
        '=1+1',
        '1380000000',
        'x@',
        '1abc',
        '十三年级',
        '',
        '1850',
        '12',
        '2030-01-01',
        'd41d8cd98f00b204e9800998ecf8427e',
      ],
      at,
    );
    expect(read.faults.map(({ column, why }) => [column, why])).toEqual([
      [0, 'fullname'],
      [1, 'phone_number'],
      [2, 'email'],
      [3, 'username'],
      [4, 'grade'],
      [6, 'birth_year-outside'],
      [7, 'phone_number'],
      [8, 'made_at-outside'],
      [9, 'password_hash'],
    ]);
    expect(readRow(columns, ['', '', '', '', '初一'], at).faults).toEqual([{ column: null, why: 'nobody' }]);
  });

  test('whatever stands in the cells, a row is read or faulty, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 12 }), cells => {
        const { faults, phone, email, username, person } = readRow(columns, cells, at);
        expect(faults.length > 0 || (phone ?? email ?? username ?? person.fullname) !== undefined).toBe(true);
      }),
    );
  });
});
