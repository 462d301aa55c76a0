/** A schema of the contract in words: one row a field, nested ones by their path. */
import { commentOf } from './documented.mjs';

const code = text => `\`${text}\``;
const literal = value => code(JSON.stringify(value));

/** What the rules of a pipe say; those that say nothing to a reader (a transformation) are left out. */
const rules = {
  regex: ({ requirement }) => code(String(requirement)),
  min_value: ({ requirement }) => `at least ${requirement}`,
  max_value: ({ requirement }) => `at most ${requirement}`,
  min_length: ({ requirement }) => `${requirement} or more`,
  max_length: ({ requirement }) => `${requirement} at most`,
  length: ({ requirement }) => `exactly ${requirement}`,
  uuid: () => 'a UUID',
};

/**
 * @param schema a valibot schema
 * @returns {{type: string, notes: string[], required: boolean, entries?: object, item?: object}}
 */
export function describe(schema) {
  const notes = [];
  let required = true;
  let nullable = false;
  let at = schema;
  for (;;) {
    for (const action of at.pipe?.slice(1) ?? []) {
      const note = rules[action.type]?.(action);
      if (note) notes.push(note);
    }
    if (at.type === 'optional' || at.type === 'nullish' || at.type === 'exact_optional') {
      required = false;
      if (at.default !== undefined && typeof at.default !== 'function')
        notes.push(`default ${literal(at.default)}`);
    } else if (at.type === 'nullable') nullable = true;
    else break;
    at = at.wrapped;
  }
  const integer = at.pipe?.some(({ type }) => type === 'integer' || type === 'safe_integer');
  const plain = () => {
    switch (at.type) {
      case 'object':
      case 'loose_object':
      case 'strict_object':
        return Object.keys(at.entries).length === 0 ? 'object, empty' : 'object';
      case 'array':
        return 'array';
      case 'number':
        return integer ? 'integer' : 'number';
      case 'picklist':
        return at.options.map(value => JSON.stringify(value)).join(', ');
      case 'literal':
        return JSON.stringify(at.literal);
      case 'union': {
        const options = at.options.map(describe);
        for (const { notes: more } of options) notes.push(...more);
        return [...new Set(options.map(({ type }) => type))].join(' or ');
      }
      case 'record':
        return `object of ${describe(at.value).type} by name`;
      case 'tuple':
        return `array of ${at.items.map(item => describe(item).type).join(', ')}`;
      default:
        return at.type;
    }
  };
  const type = `${plain()}${nullable ? ' or null' : ''}`;
  return {
    type,
    notes: [...new Set(notes)],
    required,
    ...(at.entries ? { entries: at.entries } : {}),
    ...(at.type === 'array' ? { item: at.item } : {}),
  };
}

/** A comment as a part of a cell: references into the specification mean nothing to a caller. */
const plain = comment =>
  comment.replace(/ *\((?:see )?(?:specification, )?sections? [\d, and]+\)/g, '').replace(/\.$/, '');

const walk = (path, schema, rows, comment) => {
  const { type, notes, required, entries, item } = describe(schema);
  // An object is described by its fields.
  const tells =
    !entries || comment !== '' || !required || notes.length > 0 || Object.keys(entries).length === 0;
  if (path !== '' && tells)
    rows.push({ path, type, required, says: [plain(comment), ...notes].filter(Boolean) });
  for (const [name, entry] of Object.entries(entries ?? {}))
    walk(path === '' ? name : `${path}.${name}`, entry, rows, commentOf(entry));
  if (!item) return;
  const under = describe(item);
  const of = rows.at(-1);
  // An array's row names the type of its items; only items that are objects have rows of their own.
  if (!under.entries) {
    if (of?.path === path && path !== '') {
      of.type = `${of.type} of ${under.type}`;
      of.says.push(...under.notes.map(note => `each ${note}`));
    } else rows.push({ path: '[]', type: under.type, required: true, says: under.notes });
    return;
  }
  if (of?.path === path && path !== '') of.type = `${of.type} of objects`;
  for (const [name, entry] of Object.entries(under.entries))
    walk(`${path}[].${name}`, entry, rows, commentOf(entry));
};

/** @returns {{path: string, type: string, required: boolean, says: string[]}[]} */
export function fieldRows(schema) {
  const rows = [];
  walk('', schema, rows, '');
  return rows;
}

/** A cell of a table: a bar would end it. */
export const cell = text => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

/** @param input whether the caller sends it: fields that may be left out are then called optional */
export function fieldTable(schema, input) {
  const rows = fieldRows(schema);
  if (rows.length === 0) return undefined;
  const lines = rows.map(({ path, type, required, says }) => {
    const may = required ? [] : [input ? 'optional' : 'may be absent'];
    return `| \`${path}\` | ${cell([type, ...may].join(', '))} | ${cell(says.join('; '))} |`;
  });
  return ['| field | type | |', '|---|---|---|', ...lines].join('\n');
}
