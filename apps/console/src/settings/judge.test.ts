import { expect, it } from 'vitest';
import { cautionOf, mistakeOf } from './judge.ts';

const integer = { name: 'ROLLCALL_CONSOLE_IDLE_MINUTES', kind: 'integer', least: 1, most: 1440 } as const;
const colour = { name: 'ROLLCALL_COLOUR', kind: 'colour' } as const;
const budget = { name: 'ROLLCALL_MESSAGES_PER_HOUR', kind: 'integer', least: 0, most: 100_000_000 } as const;
const ways = { name: 'ROLLCALL_SIGN_IN_WAYS', kind: 'list' } as const;

it('a number must be whole and within its bounds; empty takes back', () => {
  for (const value of ['0', '1441', '1.5', '-1', '1e3', 'ten'])
    expect(mistakeOf(integer, value), value).toEqual({ what: 'integer', least: 1, most: 1440 });
  for (const value of ['', '1', '1440']) expect(mistakeOf(integer, value), value).toBeUndefined();
});

it('a colour must carry white words', () => {
  expect(mistakeOf(colour, 'red')).toEqual({ what: 'colour' });
  expect(mistakeOf(colour, '#1f4b8f;background:url(x)')).toEqual({ what: 'colour' });
  expect(mistakeOf(colour, '#ffd400')).toEqual({ what: 'contrast', ratio: '1.4' });
  expect(mistakeOf(colour, '#1f4b8f')).toBeUndefined();
});

it('says what budgets and ways would bring', () => {
  expect(cautionOf(budget, '0')).toBe('unlimited');
  expect(cautionOf(budget, '5')).toBe('few');
  expect(cautionOf(budget, '5000')).toBeUndefined();
  expect(cautionOf(ways, 'password')).toBe('no-code');
  expect(cautionOf(ways, 'code')).toBe('no-password');
  expect(cautionOf(ways, 'password,code')).toBeUndefined();
  expect(mistakeOf(ways, ' , ')).toEqual({ what: 'ways' });
});

it('a text that is too long is refused whole', () => {
  const networks = { name: 'ROLLCALL_SHARED_NETWORKS', kind: 'list' } as const;
  const longest = '10.8.0.0/16,'.repeat(1_250);
  expect(mistakeOf(networks, longest)).toBeUndefined();
  expect(mistakeOf(networks, `${longest}1`)).toEqual({ what: 'length', most: 15_000 });
});

it.each([
  ['ROLLCALL_CODE_DAILY_LIMIT', '1', 'few-codes'],
  ['ROLLCALL_CODE_DAILY_LIMIT', '10', undefined],
  ['ROLLCALL_CODE_RETRY_SECONDS', '3600', 'long-wait'],
  ['ROLLCALL_CODE_RETRY_SECONDS', '60', undefined],
  ['ROLLCALL_PAGE_CHANNELS', 'voice', 'no-sms'],
  ['ROLLCALL_PAGE_CHANNELS', 'email,sms', undefined],
  ['ROLLCALL_SHARED_NETWORKS', '10.8.0.0/16, 0.0.0.0/0', 'everybody'],
  ['ROLLCALL_SHARED_NETWORKS', '::/0', 'everybody'],
  ['ROLLCALL_SHARED_NETWORKS', '10.0.0.0/8,2001:db8::/48,192.0.2.1', undefined],
])('%s=%s brings %s', (name, value, caution) => {
  expect(cautionOf({ name, kind: 'text' }, value)).toBe(caution);
});
