import type { Dialect } from '../../../events/store/dialect.ts';

export const duckDialect: Dialect = {
  text: name => `$${name}`,
  integer: name => `$${name}`,
  lower: text => `lower(${text})`,
  masked: (column, mask) => `(${column} & ${mask})`,
  jsonText: (column, field) => `coalesce(json_extract_string(${column}, '$.${field}'), '')`,
  quantile: (column, share) => `quantile_cont(${column}, ${share})`,
  firstDistinct: (column, most) => `list_slice(list_sort(list(distinct ${column})), 1, ${most})`,
};
