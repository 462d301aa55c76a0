/**
 * Whether a statement may run. A SELECT can change the database and write files by functions: `enable_profiling` and `enable_logging` take the
 * path of one, `query` has a statement in a text. So functions are those of lists, and all others are refused.
 */

import { isAllowed } from './functions.ts';
import { sqlTables } from './views.ts';

/** They make rows of their arguments alone. */
const tableFunctions = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree']);
/** The views that there are. */
const tables = new Set(Object.keys(sqlTables));

/** A statement as `json_serialize_sql` has it, which takes SELECTs alone. */
interface Serialized {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly statements?: readonly unknown[];
}

const SINGLE = 'Only a single SELECT can be run here.';

/** What is wrong with a statement, where it is faulty in the words of the database; undefined: nothing. @param text of `json_serialize_sql` */
export const refusalOf = (text: string): string | undefined => {
  let serialized: Serialized;
  try {
    serialized = JSON.parse(text) as Serialized;
  } catch {
    // The database writes numbers beyond all bounds in a form of its own.
    return 'This statement has a number that is too large.';
  }
  const { error, error_type: type, error_message: message, statements = [] } = serialized;
  if (error) return type === 'parser' && message ? `Parser Error: ${message}` : SINGLE;
  if (statements.length !== 1) return SINGLE;
  return forbiddenIn(statements, new Set([...tables, ...namesOf(statements)]));
};

/** The names that the statement gives to SELECTs of its own. */
const namesOf = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { cte_map: named } = node as {
    readonly cte_map?: { readonly map?: readonly { readonly key?: unknown }[] };
  };
  const own = (named?.map ?? []).map(({ key }) => String(key).toLowerCase());
  // A name of the database's own would stand for that one where the statement's does not reach.
  const free = own.filter(name => !/^(?:duckdb|pg|sqlite|pragma)_/.test(name));
  return [...free, ...Object.values(node).flatMap(namesOf)];
};

/** What is refused in a part of a statement. @param known tables, in lower case */
const forbiddenIn = (node: unknown, known: ReadonlySet<string>): string | undefined => {
  if (typeof node !== 'object' || node === null) return undefined;
  if (!Array.isArray(node)) {
    const part = node as Record<string, unknown>;
    const called = part['function'] as { readonly function_name?: unknown } | undefined;
    if (part['type'] === 'TABLE_FUNCTION' && !tableFunctions.has(String(called?.function_name)))
      return `The function ${String(called?.function_name)} can't be used here.`;
    if (
      (part['class'] === 'FUNCTION' || part['class'] === 'WINDOW') &&
      !isAllowed(String(part['function_name']))
    )
      return `The function ${String(part['function_name'])} can't be used here.`;
    if (part['type'] === 'BASE_TABLE') {
      const whole = [part['catalog_name'], part['schema_name'], part['table_name']].filter(Boolean).join('.');
      if (!known.has(whole.toLowerCase())) return `The table ${whole} does not exist.`;
    }
  }
  for (const each of Object.values(node)) {
    const found = forbiddenIn(each, known);
    if (found !== undefined) return found;
  }
  return undefined;
};
