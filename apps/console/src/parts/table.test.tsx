// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { type Column, Table } from './table.tsx';

const { box, render } = testRoot();

interface Row {
  readonly id: string;
  readonly act: string;
}
const titled: Column<Row> = { key: 'act', head: 'Act', line: 'title', render: row => row.act };
const more: Column<Row> = { key: 'id', head: 'Id', line: 'more', render: row => row.id };
const rows: readonly Row[] = [
  { id: '1', act: 'Blocked' },
  { id: '2', act: 'Unblocked' },
];
const show = (columns: readonly Column<Row>[], shown = rows) =>
  render(
    <Table
      label="Acts"
      columns={columns}
      rows={shown}
      rowKey={row => row.id}
      nameOf={row => row.act}
      empty={<p>None</p>}
    />,
  );
/** Of each row, what its button says, and whether the row is open. */
const states = () =>
  [...box.querySelectorAll('tbody tr')].map(row => {
    const button = row.querySelector('button');
    return [
      button?.getAttribute('aria-label'),
      button?.getAttribute('aria-expanded'),
      'open' in (row as HTMLElement).dataset,
    ];
  });
const press = (at: number) =>
  act(async () =>
    box.querySelectorAll('tbody button')[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
  );

test('a row with more than its two lines has a button that opens it alone, and closes it', async () => {
  await show([titled, more]);
  const closed = ['Details: Blocked', 'false', false];
  const open = ['Details: Unblocked', 'true', true];
  expect(states()).toEqual([closed, ['Details: Unblocked', 'false', false]]);
  await press(1);
  expect(states()).toEqual([closed, open]);
  await press(0);
  expect(states()).toEqual([['Details: Blocked', 'true', true], open]);
  await press(0);
  expect(states()).toEqual([closed, open]);
});

test('an open row stays open when others come before it, and after a page without rows', async () => {
  await show([titled, more]);
  await press(1);
  await show([titled, more], [{ id: '3', act: 'Changed' }, ...rows]);
  expect(states().map(([, , isOpen]) => isOpen)).toEqual([false, false, true]);
  await show([titled, more], []);
  expect(box.textContent).toBe('None');
  await show([titled, more]);
  expect(states().map(([, , isOpen]) => isOpen)).toEqual([false, true]);
});

test('where no column is left for later no row has the button', async () => {
  await show([titled]);
  expect(box.querySelectorAll('tbody button')).toHaveLength(0);
});
