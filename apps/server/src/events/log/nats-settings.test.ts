import { describe, expect, test } from 'vitest';
import { Reader } from '../../platform/config-reader.ts';
import { natsSettings } from './nats-settings.ts';

const read = (env: Record<string, string>) => {
  const reader = new Reader(env);
  const settings = natsSettings(reader);
  reader.end();
  return settings;
};
const nats = { ROLLCALL_EVENT_LOG: 'nats', ROLLCALL_NATS_URL: 'nats://10.0.0.1' };

describe('the settings of the event log', () => {
  test('are files without any', () => {
    expect(read({})).toBeUndefined();
  });

  test('are a stream of 16 partitions on three servers', () => {
    expect(read(nats)).toEqual({
      servers: ['10.0.0.1:4222'],
      stream: 'ROLLCALL',
      partitions: 16,
      replicas: 3,
      bytes: 10_240 * 2 ** 20,
    });
  });

  test('have user, password, several servers and TLS in the address', () => {
    const url = 'tls://school:p%40ss@nats-1:5222,tls://nats-2';
    expect(read({ ...nats, ROLLCALL_NATS_URL: url, ROLLCALL_NATS_CA: import.meta.filename })).toMatchObject({
      servers: ['nats-1:5222', 'nats-2:4222'],
      user: 'school',
      password: 'p@ss',
      tls: { ca: import.meta.filename },
    });
  });

  test.each([
    ['without an address', { ROLLCALL_EVENT_LOG: 'nats' }, 'ROLLCALL_NATS_URL is not set'],
    [
      'of another protocol',
      { ...nats, ROLLCALL_NATS_URL: 'http://u:secret@h' },
      'ROLLCALL_NATS_URL is "(hidden)"',
    ],
    [
      'with a percent sign that is no escape',
      { ...nats, ROLLCALL_NATS_URL: 'nats://u:50%@h' },
      'ROLLCALL_NATS_URL is "(hidden)"',
    ],
    ['with and without TLS', { ...nats, ROLLCALL_NATS_URL: 'tls://a,nats://b' }, 'ROLLCALL_NATS_URL'],
    ['of NATS beside files', { ROLLCALL_NATS_BYTES: '64' }, 'expected: nats, as ROLLCALL_NATS_BYTES is set'],
    ['of certificates without TLS', { ...nats, ROLLCALL_NATS_CA: import.meta.filename }, 'tls://'],
    [
      'of a file that is missing',
      { ...nats, ROLLCALL_NATS_CREDENTIALS: '/none' },
      'ROLLCALL_NATS_CREDENTIALS',
    ],
    ['of two replicas', { ...nats, ROLLCALL_NATS_REPLICAS: '2' }, 'one of 1, 3, 5'],
  ])('%s are refused in words', (_, env, message) => {
    expect(() => read(env)).toThrow(message);
    expect(() => read(env)).not.toThrow('secret');
  });
});
