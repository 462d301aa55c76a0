/**
 * Whether a statement may run. A SELECT can change the database and write files by functions: `enable_profiling` and `enable_logging` take the
 * path of one, `query` has a statement in a text. So functions that make tables are those of a list, and all others are refused.
 */

/** They make rows of their arguments alone. */
const tableFunctions = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree']);
/** They write something. */
const writing = new Set(['write_log']);

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
  const name = forbiddenIn(statements);
  return name === undefined ? undefined : `The function ${name} can't be used here.`;
};

const forbiddenIn = (node: unknown): string | undefined => {
  if (typeof node !== 'object' || node === null) return undefined;
  if (!Array.isArray(node)) {
    const { type, function: called, class: kind, function_name: name } = node as Record<string, unknown>;
    if (type === 'TABLE_FUNCTION') {
      const { function_name: table } = (called ?? {}) as { readonly function_name?: unknown };
      if (typeof table !== 'string' || !tableFunctions.has(table)) return String(table);
    }
    if (kind === 'FUNCTION' && writing.has(String(name))) return String(name);
  }
  for (const each of Object.values(node)) {
    const found = forbiddenIn(each);
    if (found !== undefined) return found;
  }
  return undefined;
};
