/** What the changed sources of the contract call while they are evaluated (doc-comments.mjs), and how the pages ask for it. */
const COMMENT = Symbol('comment');
const lists = new WeakMap();
const places = new WeakMap();
let calls = 0;
const isSchema = value => value?.kind === 'schema';

/** A schema with the comment above it. A list keeps its own too, since a schema of its values has none. */
export const documented = (value, comment) => {
  if (Array.isArray(value)) lists.set(value, comment);
  return isSchema(value) ? { ...value, [COMMENT]: comment } : value;
};

/** The comment above a field; else the one above the schema or the list that it is made from. */
export const commentOf = schema => {
  const { wrapped, item, options = [] } = schema;
  return (
    schema[COMMENT] ??
    lists.get(options) ??
    [wrapped, item, ...options].filter(isSchema).map(commentOf).find(Boolean) ??
    ''
  );
};

/** Remembers where a call is written: its subject, and its number among all calls. */
export const placed = (call, subject) => {
  places.set(call, { subject, at: calls++ });
  return call;
};

export const placeOf = call => places.get(call);
