/**
 * The form of a refresh token: base64url of the session's id (16 bytes), a generation of it (4 bytes) and a MAC
 * (32 bytes) over both. The token of any generation can be computed from the session's row and the server's key, so
 * a parent gets the same successor again, and no token is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ID = 16;
const GENERATION = 4;
const MAC = 32;

export interface ReadToken {
  /** UUID of the session. */
  readonly id: string;
  readonly generation: number;
  readonly mac: Buffer;
}

const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const named = (id: string, generation: number): Buffer => {
  const bytes = Buffer.alloc(ID + GENERATION);
  uuidBytes(id).copy(bytes);
  bytes.writeUInt32BE(generation, ID);
  return bytes;
};

const macOf = (key: Buffer, secret: Buffer, name: Buffer): Buffer =>
  createHmac('sha256', key).update(secret).update(name).digest();

/** @param secret the session row's own */
export const writeRefreshToken = (key: Buffer, secret: Buffer, id: string, generation: number): string => {
  const name = named(id, generation);
  return Buffer.concat([name, macOf(key, secret, name)]).toString('base64url');
};

/** Takes a token apart; undefined for a text that is none. Nothing is proved yet: that is `isGenuine`. */
export const readRefreshToken = (token: string): ReadToken | undefined => {
  const bytes = Buffer.from(token, 'base64url');
  // One token, one writing of it: Buffer would pass over stray characters and bits.
  if (bytes.length !== ID + GENERATION + MAC || bytes.toString('base64url') !== token) return undefined;
  return {
    id: uuidText(bytes.subarray(0, ID)),
    generation: bytes.readUInt32BE(ID),
    mac: bytes.subarray(ID + GENERATION),
  };
};

/** Whether this server wrote the token, for the session with this secret. */
export const isGenuine = (key: Buffer, secret: Buffer, token: ReadToken): boolean =>
  timingSafeEqual(token.mac, macOf(key, secret, named(token.id, token.generation)));
