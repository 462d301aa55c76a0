import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const capture = () => {
  const lines: string[] = [];
  return { lines, log: createLog({ logLevel: 'trace' }, { write: line => void lines.push(line) }) };
};

describe('the log', () => {
  it('hides what stands under a secret’s name, however deep and however written', () => {
    const { lines, log } = capture();
    log.info({
      password: 'hush-1',
      body: { old_password: 'hush-2', list: [{ refresh_token: 'hush-3' }] },
      headers: { Authorization: 'hush-4', 'Set-Cookie': ['hush-5'], 'X-Captcha-Ticket': 'hush-6' },
      captcha: 'hush-7',
    });
    log
      .child({ token: 'hush-8', kept: 'yes' })
      .child({ inner: { mac: 'hush-9' } })
      .info('child');
    expect(lines.join('')).not.toContain('hush');
    expect(lines.join('')).toContain('"kept":"yes"');
  });

  it('masks numbers and addresses wherever they stand, and every line stays JSON', () => {
    const { lines, log } = capture();
    log.info({ to: '13812345678', number: 13_812_345_678, mail: 'alice@example.com' }, 'sent to 13812345678');
    log.error({ err: new Error('Key (value)=(13812345678) for alice@example.com') }, 'fault');
    log.child({ url: '/check?phone_number=13812345678&email=alice%40example.com' }).info('asked');
    log.info('user %s signed in', 'alice@example.com');
    const text = lines.join('');
    expect(text).not.toMatch(/13812345678|alice/);
    expect(text).toContain('138****5678');
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('time');
  });

  it('cuts what is nested without end, and survives what names itself', () => {
    const { lines, log } = capture();
    const loop: Record<string, unknown> = { password: 'hush' };
    loop.self = loop;
    log.info({ loop });
    expect(lines.join('')).toContain('[hidden]');
    expect(lines.join('')).not.toContain('hush');
  });

  it('keeps an error’s words, code and stack', () => {
    const { lines, log } = capture();
    log.error({ err: Object.assign(new Error('gone'), { code: '57P01' }) });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      err: { message: 'gone', code: '57P01' },
    });
  });
});
