/** The tables of docs/usage-wire.md that say what the contract's `eventFields` says. */
import { eventFields } from '@rollcall/contract';

const number = value => value.toLocaleString('en-US').replaceAll(',', ' ');
const named = { [Number.MAX_SAFE_INTEGER]: '2^53 − 1', 2_592_000_000: '30 days' };
const amount = value => named[value] ?? (Math.abs(value) < 10_000 ? `${value}` : number(value));

const typeOf = ({ type, bounds = {} }) => {
  const { min, above, max, minLength, maxLength, maxPathLength } = bounds;
  switch (type) {
    case 'uuid':
      return 'UUIDv7';
    case 'flag':
      return '1';
    case 'bool':
      return 'boolean';
    case 'json':
      return 'object';
    case 'text':
    case 'code': {
      const path = maxPathLength ? `, ${maxPathLength} for a path` : '';
      const text = `text of ${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters${path}`;
      return type === 'code' ? `${text}, or whole number` : text;
    }
    default: {
      const whole = type === 'number' ? 'number' : 'whole number';
      if (max === undefined) return whole;
      return above === undefined
        ? `${whole}, ${amount(min)} to ${amount(max)}`
        : `${whole} over ${above}, at most ${amount(max)}`;
    }
  }
};

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
const rowsOf = part => eventFields.filter(row => row.part === part);
const optional = row => (row.required ? '' : ', may be absent');
const name = row => `\`${row.wire}\``;

const tables = {
  event: () =>
    table(
      ['short', 'long', 'value', ''],
      rowsOf('event').map(row => [name(row), row.field, `${typeOf(row)}${optional(row)}`, row.about]),
    ),
  meta: () =>
    table(
      ['name', 'value', ''],
      rowsOf('meta').map(row => [name(row), typeOf(row), row.about]),
    ),
  facts: () =>
    table(
      ['short', 'long', 'value', 'consent', ''],
      rowsOf('facts').map(row => [name(row), row.field, typeOf(row), row.consent, row.about]),
    ),
  click: () =>
    table(
      ['short', 'long', 'value', ''],
      rowsOf('click').map(row => [name(row), row.field, typeOf(row), row.about]),
    ),
};

/**
 * @param {string} text the document
 * @returns {string} the same, with the text between each `<!-- table: NAME -->` and `<!-- /table -->` replaced
 */
export const withWireTables = text => {
  let rest = Object.keys(tables);
  const written = text.replace(
    /(<!-- table: (\w+) -->\n)[^]*?(\n<!-- \/table -->)/g,
    (_, start, table, end) => {
      rest = rest.filter(other => other !== table);
      return `${start}\n${tables[table]()}\n${end}`;
    },
  );
  if (rest.length > 0) throw new Error(`There is no place for the tables ${rest.join(', ')}.`);
  return written;
};
