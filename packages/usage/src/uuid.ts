/** A UUIDv7: 48 bits of `time` (ms since 1970) and 74 random ones, of five numbers of 16. */
export const uuidv7 = (time: number, [a = 0, b = 0, ...rest]: Iterable<number>): string => {
  const hex = (bits: number): string => (bits | 65_536).toString(16).slice(1);
  const stamp = time.toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(a).slice(1)}-${hex((b & 16_383) | 32_768)}-${rest.map(hex).join('')}`;
};
