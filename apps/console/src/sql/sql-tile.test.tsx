// @vitest-environment jsdom
/** Results of SQL as tiles of a dashboard. */
import type { DashboardTile, SqlResult } from '@rollcall/contract/console';
import { act } from 'react';
import { expect, test } from 'vitest';
import { Refused } from '../client/refused.ts';
import { Tile } from '../dashboards/tile.tsx';
import { routed, testRoot } from '../testing-root.tsx';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const { box, render } = testRoot();

const tile = (sql: string | null, name = 'Pages'): DashboardTile => ({
  id: name,
  name,
  template: null,
  question: null,
  sql,
  width: 2,
});
const result = (rows: SqlResult['rows']): SqlResult => ({
  columns: [
    { name: 'key', numeric: false },
    { name: 'times', numeric: true },
  ],
  rows,
  cut: false,
  took: 3,
  until: null,
});

const draw = async (
  tiles: readonly DashboardTile[],
  run: (sql: string) => Promise<SqlResult>,
  period: 'own' | 'shared' = 'own',
) => {
  const dashboard = { period: period === 'own' ? null : ({ last: 7, unit: 'day' } as const), filter: null };
  const client = { call: (_: string, { body }: { body: { sql: string } }) => run(body.sql) };
  const articles = tiles.map(each => (
    <article key={each.id}>
      <Tile tile={each} dashboard={dashboard} />
    </article>
  ));
  await render(await routed(articles), { client });
};
/** Lets what was answered be drawn, and the chunk of charts be loaded. */
const until = async (seen: () => unknown) => {
  while (!seen())
    await act(async () => {
      await new Promise(resolve => {
        setTimeout(resolve);
      });
    });
};

test('an operator who may run SQL sees its result as bars, and as a table', async () => {
  await draw(
    [tile('select 1')],
    async () =>
      result([
        ['/lesson', 8],
        ['/', 2],
      ]),
    'shared',
  );
  await until(() => box.querySelector('svg'));
  expect(box.querySelector('h2 a')?.textContent).toBe('Pages');
  expect(box.querySelector('svg')?.getAttribute('aria-label')).toBe('Pages · times');
  expect(box.textContent).toContain('Without the period, filter and product of the dashboard.');
  await act(async () =>
    box.querySelector<HTMLButtonElement>('header + * button, div > header button')?.click(),
  );
  expect([...box.querySelectorAll('tbody tr')].map(row => row.textContent)).toEqual(['/lesson8', '/2']);
});

test('two statements of a dashboard run one after the other', async () => {
  const running: string[] = [];
  const answers = new Map<string, () => void>();
  await draw([tile('a', 'A'), tile('b', 'B')], sql => {
    running.push(sql);
    return new Promise(resolve => answers.set(sql, () => resolve(result([]))));
  });
  await until(() => running.length > 0);
  expect(running).toEqual(['a']);
  answers.get('a')?.();
  await until(() => running.length > 1);
  answers.get('b')?.();
  await until(() => box.textContent?.split('No rows').length === 3);
});

test('a faulty statement says what is wrong, without an earlier result', async () => {
  await draw([tile('select nothing')], async () => {
    throw new Refused('InvalidRequest', { message: 'nothing is not found' });
  });
  await until(() => box.querySelector('[role=alert] pre'));
  expect(box.querySelector('[role=alert]')?.textContent).toBe('nothing is not found');
  expect(box.querySelector('svg, table')).toBeNull();
});

test('a statement that finds as many running as may is sent again', async () => {
  let sent = 0;
  await draw([tile('select 1')], async () => {
    sent += 1;
    if (sent < 3) throw new Refused('TooBusy', { seconds: 0.001 });
    return result([]);
  });
  await until(() => box.textContent?.includes('No rows'));
  expect([sent, box.querySelector('[role=alert]')]).toEqual([3, null]);
});

test('where nothing can be asked, a tile says why', async () => {
  await draw([tile('select 1')], async () => {
    throw new Refused('IllegalOperation', { message: 'There are no nightly files of events to ask.' });
  });
  await until(() => box.querySelector('[role=alert]'));
  expect(box.querySelector('[role=alert]')?.textContent).toBe(
    'SQL is offThere are no nightly files of events to ask.',
  );
});

test('a tile has few bars, of the first column of numbers', async () => {
  const pages = Array.from({ length: 12 }, (_, at): [string, number, number] => [`/${at}`, at, 1]);
  await draw([tile('select 1')], async () => ({
    ...result(pages),
    columns: [
      { name: 'key', numeric: false },
      { name: 'times', numeric: true },
      { name: 'people', numeric: true },
    ],
  }));
  await until(() => box.querySelector('svg'));
  expect([...box.querySelectorAll('svg')].map(svg => svg.getAttribute('aria-label'))).toEqual([
    'Pages · times',
  ]);
  expect(box.querySelectorAll('svg g')).toHaveLength(10);
  expect(box.textContent).toContain('The chart shows the first 10 rows.');
});

test('others see a sentence, and nothing is run', async () => {
  const ran: string[] = [];
  await draw([tile(null)], async sql => {
    ran.push(sql);
    return result([]);
  });
  expect(box.textContent).toContain('Only admins see results of SQL.');
  expect([box.querySelector('a'), ran]).toEqual([null, []]);
});
