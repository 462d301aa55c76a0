// @vitest-environment jsdom
/** Reads the values back out of the rendered charts. */
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { Clicks, Lines, Ribbons, Spans, Steps, Triangle } from './charts.ts';
import type { Tabular } from './tabular.ts';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => {
  // the width that the box has; jsdom lays nothing out
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 640 });
});
afterEach(() => {
  // Files share their page; the one of Element is behind it.
  Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
});
const { box, render } = testRoot();
const count = (value: number) => String(value);

test('lines: says what happened at a time, and marks it', async () => {
  const table: Tabular = {
    columns: [{ head: 'day' }, { head: 'a', write: count }],
    rows: [
      ['1', 0],
      ['2', 100],
    ],
  };
  await render(
    <Lines
      table={table}
      label="l"
      reading="r"
      short={String}
      marks={new Map([[1, ['Release', 'Holiday']]])}
    />,
  );
  expect(box.querySelectorAll('[data-mark]')).toHaveLength(1);
  expect(box.querySelector('[data-mark] title')?.textContent).toBe('Release, Holiday');
  expect(box.querySelector('input')?.getAttribute('aria-valuetext')).toBe('2: a 100, Release, Holiday');
});

test('lines: draws every point at its value', async () => {
  const table: Tabular = {
    columns: [{ head: 'day' }, { head: 'a', write: count }, { head: 'b', write: count }],
    rows: [
      ['1', 0, 40],
      ['2', 100, 30],
      ['3', 50, 20],
    ],
  };
  await render(<Lines table={table} label="l" reading="r" short={String} />);
  const paths = [...box.querySelectorAll('path')]
    .map(path => path.getAttribute('d') ?? '')
    .filter(d => /^M[\d.]+,[\d.]+L/.test(d));
  expect(paths).toHaveLength(2);
  const points = paths.map(d =>
    d
      .slice(1)
      .split('L')
      .map(point => point.split(',').map(Number)),
  );
  // 100 is the top of the scale: its place is 0, and nothing is at the foot
  const foot = points[0]?.[0]?.[1] ?? 0;
  const read = points.map(line => line.map(([, y]) => Math.round((1 - (y ?? 0) / foot) * 100)));
  expect(read).toEqual([
    [0, 100, 50],
    [40, 30, 20],
  ]);
});

test('lines: has a gap where there is no figure, not a zero', async () => {
  const table: Tabular = {
    columns: [{ head: 'day' }, { head: 'a', write: count }],
    rows: [
      ['1', 10],
      ['2', 20],
      ['3', null],
      ['4', 30],
    ],
  };
  await render(<Lines table={table} label="l" reading="r" short={String} />);
  const [line = ''] = [...box.querySelectorAll('path')]
    .map(path => path.getAttribute('d') ?? '')
    .filter(d => /^M[\d.]+,[\d.]+L/.test(d));
  expect(line.match(/[ML]/g)?.join('')).toBe('MLM');
  // the figure between gaps
  expect(box.querySelectorAll('circle[r="2.5"]')).toHaveLength(1);
});

test('lines: draws the way to a time that is not over as unfinished, and says so', async () => {
  const table: Tabular = {
    columns: [{ head: 'day' }, { head: 'a', write: count }],
    rows: [
      ['1', 10],
      ['2', 100],
      ['3', 50],
    ],
  };
  await render(<Lines table={table} label="l" reading="r" short={String} running="today is not over" />);
  const drawn = [...box.querySelectorAll('path')]
    .map(path => path.getAttribute('d') ?? '')
    .filter(d => /^M[\d.]+,[\d.]+L/.test(d))
    .map(d => d.slice(1).split('L'));
  expect(drawn.map(points => points.length)).toEqual([2, 2]);
  expect(drawn[1]?.[0]).toBe(drawn[0]?.[1]);
  expect(box.textContent).toContain('today is not over');
  const reader = box.querySelector('input');
  expect(reader?.getAttribute('aria-valuetext')).toBe('3 (today is not over): a 50');
});

test('lines: reads out the values at the reading line, moved by keys too', async () => {
  const table: Tabular = {
    columns: [{ head: 'day' }, { head: 'a', write: count }],
    rows: [
      ['Mon', 3],
      ['Tue', 7],
    ],
  };
  const lines = <Lines table={table} label="l" reading="Move the line" short={String} running="至今" />;
  await render(lines, { language: 'zh-CN' });
  expect(box.querySelector('input')?.getAttribute('aria-valuetext')).toBe('Tue（至今）：a 7');
  await render(<Lines table={table} label="l" reading="Move the line" short={String} />);
  const reader = box.querySelector('input');
  expect(reader?.getAttribute('aria-label')).toBe('Move the line');
  expect(reader?.getAttribute('aria-valuetext')).toBe('Tue: a 7');
  await act(async () => {
    if (!reader) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(reader, '0');
    reader.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(reader?.getAttribute('aria-valuetext')).toBe('Mon: a 3');
});

test('draws a single point as a mark, not as an invisible line', async () => {
  await render(
    <Lines
      table={{ columns: [{ head: 'day' }, { head: 'a', write: count }], rows: [['Mon', 3]] }}
      label="l"
      reading="r"
      short={String}
    />,
  );
  expect(box.querySelectorAll('svg[role=img] circle')).toHaveLength(1);
});

test('steps: draws each bar in proportion to the greatest value', async () => {
  const table: Tabular = {
    columns: [{ head: 's' }, { head: 'n', write: count }, { head: 'of first', write: count }],
    rows: [
      ['one', 200, 1],
      ['two', 50, 0.25],
      ['three', 0, 0],
    ],
  };
  await render(<Steps table={table} label="l" />);
  const bars = [...box.querySelectorAll('rect')].map(bar => Number(bar.getAttribute('width')));
  expect(bars).toEqual([640, 160, 1]);
  expect(box.textContent).toContain('1  one');
});

test('spans: draws bar and mark at their values on one scale', async () => {
  const table: Tabular = {
    columns: [{ head: 'k' }, { head: 'median', write: count }, { head: 'p90', write: count }],
    rows: [
      ['lesson', 10, 40],
      ['quiz', 20, 30],
    ],
  };
  await render(<Spans table={table} label="l" bar={1} mark={2} />);
  const bars = [...box.querySelectorAll('rect')].map(bar => Number(bar.getAttribute('width')));
  const marks = [...box.querySelectorAll('path')]
    .map(
      path =>
        (path.getAttribute('d') ?? '').endsWith('v13') &&
        Number(/H([\d.]+)M/.exec(path.getAttribute('d') ?? '')?.[1]),
    )
    .filter(Boolean);
  expect(bars).toEqual([637 / 4, 637 / 2]);
  expect(marks).toEqual([637, (637 * 3) / 4]);
  expect(box.querySelectorAll('text')[1]?.textContent).toBe('median 10 · p90 40');
});

test('spans: what shares lack of 1 is drawn on a scale of its own, so that 94 % and 98 % differ', async () => {
  const table: Tabular = {
    columns: [{ head: 'call' }, { head: 'success', write: count }],
    rows: [
      ['a', 0.94],
      ['b', 0.98],
      ['c', 1],
      ['never answered', null],
    ],
  };
  await render(<Spans table={table} label="l" bar={1} lacking={0.1} />);
  const bars = [...box.querySelectorAll('rect')].map(bar => Math.round(Number(bar.getAttribute('width'))));
  expect(bars).toEqual([382, 127, 0, 0]);
});

test('spans: on a phone both values stand below the name', async () => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 320 });
  const table: Tabular = {
    columns: [{ head: 'k' }, { head: 'median', write: count }, { head: 'p95', write: count }],
    rows: [
      ['POST /api/exercises/:id/answers', 152, 440],
      ['GET /api/home', 123, 273],
    ],
  };
  await render(<Spans table={table} label="l" bar={1} mark={2} />);
  const lines = [...box.querySelectorAll('text')].map(text => Number(text.getAttribute('y')));
  expect(new Set(lines).size).toBe(4);
  const drawn = Number(box.querySelector('svg')?.getAttribute('height'));
  for (const bar of box.querySelectorAll('rect'))
    expect(Number(bar.getAttribute('y')) + 11).toBeLessThan(drawn);
});

test('ribbons: draws one for each row, titled with its value', async () => {
  const table: Tabular = {
    columns: [{ head: 'f' }, { head: 't' }, { head: 'n', write: count }],
    rows: [
      ['/', '/course', 30],
      ['/', '/contests', 10],
    ],
  };
  await render(<Ribbons table={table} label="l" />);
  const titles = [...box.querySelectorAll('g:has(> path) > title')].map(title => title.textContent);
  expect(titles).toEqual(['/ → /course: 30', '/ → /contests: 10']);
});

test('ribbons: pages and moves are pressed, by keys too, and Tab reaches one of them', async () => {
  const table: Tabular = {
    columns: [{ head: 'from' }, { head: 'to' }, { head: 'n', write: count }],
    rows: [
      ['/', '/course', 30],
      ['/', '/contests', 10],
    ],
  };
  const opened: object[] = [];
  await render(
    <Ribbons
      table={table}
      label="l"
      amount={n => `${n} n`}
      onPick={part => ({ what: `${part.from ?? ''} > ${part.to ?? ''}`, open: () => opened.push(part) })}
    />,
  );
  const parts = [...box.querySelectorAll<SVGGElement>('[role=button]')];
  expect(parts.map(part => part.querySelector('title')?.textContent)).toEqual([
    '/ > /course: 30 n',
    '/ > /contests: 10 n',
    '/ > ',
    ' > /course',
    ' > /contests',
  ]);
  const reached = () => parts.filter(part => part.getAttribute('tabindex') === '0');
  expect(reached()).toEqual([parts[0]]);
  const press = (key: string) =>
    act(async () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    );
  await act(async () => parts[0]?.focus());
  await press('ArrowLeft');
  expect(document.activeElement).toBe(parts[4]);
  expect(reached()).toEqual([parts[4]]);
  await press('Enter');
  await act(async () => parts[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(opened).toEqual([{ to: '/contests' }, { from: '/', to: '/contests' }]);
});

test('clicks: gives each square its count, and the highest count the darkest tone', async () => {
  const table: Tabular = {
    columns: [{ head: 'x' }, { head: 'y' }, { head: 'n', write: count }],
    rows: [
      [0, 0, 60],
      [2, 1, 6],
    ],
  };
  await render(<Clicks table={table} label="l" across={3} down={2} tall={1} />);
  const squares = [...box.querySelectorAll('[role=img] rect')] as SVGElement[];
  expect(squares.map(square => [square.textContent, square.dataset['tone']])).toEqual([
    ['60', '6'],
    ['6', '2'],
  ]);
  // the key says which counts a tone stands for
  const key = [...box.querySelectorAll('li')].map(item => [
    item.textContent,
    item.querySelector('rect')?.dataset['tone'],
  ]);
  expect(key[0]).toEqual(['n', undefined]);
  expect(key).toContainEqual(['2–6', '2']);
  expect(key.at(-1)).toEqual(['42–60', '6']);
});

test('triangle: puts each value into its cell, and nothing into cells of the future', async () => {
  const table: Tabular = {
    columns: [
      { head: 'c' },
      { head: 'n', write: count },
      { head: '0', write: count },
      { head: '1', write: count },
    ],
    rows: [
      ['week 1', 8, 1, 0.5],
      ['week 2', 4, 1, null],
    ],
  };
  await render(<Triangle table={table} label="l" />);
  const cells = [...box.querySelectorAll('tbody tr')].map(row =>
    [...row.children].map(cell => cell.textContent),
  );
  expect(cells).toEqual([
    ['week 1', '8', '1', '0.5'],
    ['week 2', '4', '1', ''],
  ]);
});

test('lines: Enter at the reading line opens what stands behind its time', async () => {
  const table: Tabular = {
    columns: [{ head: 'day' }, { head: 'a', write: count }],
    rows: [
      ['Mon', 3],
      ['Tue', 7],
      ['Wed', 5],
    ],
  };
  const picked: number[] = [];
  await render(
    <Lines table={table} label="l" reading="r" short={String} onPick={row => void picked.push(row)} />,
  );
  const reader = box.querySelector('input');
  const press = (key: string) =>
    act(async () => reader?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await act(async () => reader?.focus());
  await press('Enter');
  // the browser moves the slider by the arrow
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(reader, '1');
    reader?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Enter');
  await press('a');
  expect(picked).toEqual([2, 1]);
});

test('triangle: a cell that stands for people opens them', async () => {
  const table: Tabular = {
    columns: [{ head: 'week' }, { head: 'people', write: count }, { head: '+0', write: count }],
    rows: [
      ['average', 4, 1],
      ['1', 4, 0.5],
      ['2', 3, null],
    ],
  };
  const opened: string[] = [];
  await render(
    <Triangle
      table={table}
      label="l"
      onPick={(line, column) =>
        line === 0
          ? undefined
          : { what: `who ${line}/${column}`, open: () => opened.push(`${line}/${column}`) }
      }
    />,
  );
  const cells = [...box.querySelectorAll('button')];
  expect(cells.map(each => each.getAttribute('aria-label'))).toEqual([
    '4 who 1/1',
    '0.5 who 1/2',
    '3 who 2/1',
  ]);
  for (const each of cells) each.click();
  expect(opened).toEqual(['1/1', '1/2', '2/1']);
});
