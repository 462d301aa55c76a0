import type { Dialect } from '../../../events/store/dialect.ts';

export const clickHouseDialect: Dialect = {
  text: name => `{${name}:String}`,
  integer: name => `{${name}:Int64}`,
  lower: text => `lowerUTF8(${text})`,
  masked: (column, mask) => `bitAnd(${column}, ${mask})`,
  jsonText: (column, field) => `JSONExtractString(ifNull(${column}, ''), '${field}')`,
  quantile: (column, share) => `quantileExactInclusive(${share})(${column})`,
  firstDistinct: (column, most) => `arraySlice(arraySort(groupUniqArray(${column})), 1, ${most})`,
};
