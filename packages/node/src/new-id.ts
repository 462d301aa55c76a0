/** A UUID of version 7 (RFC 9562). @param at milliseconds since 1970 */
export const newId = (at: number): string => {
  const bytes = Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16)));
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
