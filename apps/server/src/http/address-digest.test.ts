import { expect, it } from 'vitest';
import { addressDigest } from './address-digest.ts';
import { testHttp } from './testing.ts';

it('is the same for an address, and another one for another address or secret', () => {
  const digest = addressDigest('a secret of the school, long enough');
  expect(digest('203.0.113.7')).toMatch(/^[\w-]{16}$/);
  expect(digest('::ffff:203.0.113.7')).toBe(digest('203.0.113.7'));
  expect(digest('203.0.113.8')).not.toBe(digest('203.0.113.7'));
  expect(addressDigest('another secret of the school, too')('203.0.113.7')).not.toBe(digest('203.0.113.7'));
});

it('stands in the line of each request, in place of the address', async () => {
  const http = await testHttp({}, { env: { ROLLCALL_TRUST_PROXY: 'loopback' } });
  try {
    for (const ip of ['203.0.113.7', '203.0.113.7', '203.0.113.8'])
      await fetch(`${http.url}/nowhere`, { headers: { 'x-forwarded-for': ip } });
  } finally {
    await http.close();
  }
  const lines = http.lines.map(line => JSON.parse(line) as { msg: string; address?: string });
  const [one, same, other] = lines.filter(({ msg }) => msg === 'request').map(({ address }) => address);
  expect(one).toMatch(/^[\w-]{16}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
  expect(http.lines.join('')).not.toContain('203.0.113.');
});
