import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BrowserEnvironment } from './cookie-jar.ts';
import { createTextStore } from './text-store.ts';
import { PIECE, TOTAL } from './pieces.ts';
import { sharedDomain } from './shared-domain.ts';

const PUBLIC = ['com', 'cn', 'com.cn', 'co.uk', 'uk', 'io', 'github.io', 'example'];

/** A browser's cookies: the public suffixes are refused, and so is what is too long or another host's. */
function browser(hostname: string, options: { quota?: number; forbidden?: boolean; cookies?: boolean } = {}) {
  const cookies = new Map<string, { value: string; domain: string; age: number }>();
  const held = new Map<string, string>();
  const writes: string[] = [];
  const page = {
    get cookie() {
      return [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      writes.push(text);
      if (options.cookies === false) return;
      const [pair = '', ...attributes] = text.split('; ');
      const of = (name: string) => attributes.find(one => one.startsWith(`${name}=`))?.slice(name.length + 1);
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const domain = of('domain') ?? hostname;
      if (name.length + value.length > 4_096) return;
      if (domain !== hostname && !hostname.endsWith(`.${domain}`)) return;
      if (of('domain') !== undefined && (PUBLIC.includes(domain) || /^[\d.]+$/.test(domain))) return;
      const age = Number(of('max-age'));
      if (age <= 0) cookies.delete(name);
      else cookies.set(name, { value, domain, age });
    },
  };
  const environment: BrowserEnvironment = {
    page,
    location: { hostname, protocol: 'https:' },
    storage: () => {
      if (options.forbidden) throw new DOMException('no', 'SecurityError');
      return {
        getItem: key => held.get(key) ?? null,
        setItem: (key, value) => {
          let used = key.length + value.length;
          for (const [other, text] of held) if (other !== key) used += other.length + text.length;
          if (used > (options.quota ?? Infinity)) throw new DOMException('full', 'QuotaExceededError');
          held.set(key, value);
        },
        removeItem: key => void held.delete(key),
      };
    },
  };
  return { environment, cookies, held, writes, kept: createTextStore(() => environment) };
}

describe('the shared domain [9.storage]', () => {
  test.each([
    ['school.example.com', 'example.com'],
    ['a.b.c.school.com.cn', 'school.com.cn'],
    ['class.school.co.uk', 'school.co.uk'],
    ['school.github.io', 'school.github.io'],
    ['school.com', 'school.com'],
    ['localhost', undefined],
    ['127.0.0.1', undefined],
    ['[::1]', undefined],
    ['com.cn', undefined],
  ])('of %s is %s', (hostname, domain) => {
    const { environment, cookies } = browser(hostname);
    expect(sharedDomain(environment)).toBe(domain);
    expect(cookies.size).toBe(0);
  });

  test('is undefined if cookies are refused', () => {
    expect(sharedDomain(browser('a.school.com', { cookies: false }).environment)).toBeUndefined();
  });

  test('is the host itself or above it, and never a public suffix', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), fc.constantFrom(...PUBLIC), (labels, suffix) => {
        const hostname = [...labels, suffix].join('.');
        const domain = sharedDomain(browser(hostname).environment);
        if (domain === undefined) return;
        expect(PUBLIC).not.toContain(domain);
        expect(hostname === domain || hostname.endsWith(`.${domain}`)).toBe(true);
      }),
    );
  });
});

describe('a kept text [9.storage]', () => {
  test('lies in the storage where that takes it, and in no cookie', () => {
    const { kept, held, cookies } = browser('www.school.com');
    expect(kept.set('saved', '[1,2]')).toBe(true);
    expect(held.get('rollcall.saved')).toBe('[1,2]');
    expect(cookies.size).toBe(0);
    expect(kept.get('saved')).toBe('[1,2]');
    kept.remove('saved');
    expect(kept.get('saved')).toBeUndefined();
  });

  test.each([
    ['forbidden', { forbidden: true }],
    ['full', { quota: 20 }],
  ])('lies in a cookie of 30 days on the shared domain where the storage is %s', (_, options) => {
    const { kept, cookies, held } = browser('www.school.com', options);
    expect(kept.set('saved', '走出迷宫; 50%')).toBe(true);
    expect(held.size).toBe(0);
    expect([...cookies.values()].map(({ domain, age }) => [domain, age])).toEqual([
      ['school.com', 30 * 24 * 3_600],
    ]);
    expect(kept.get('saved')).toBe('走出迷宫; 50%');
  });

  test('that is longer than a cookie is cut, and refused where it is too long for all', () => {
    const { kept, cookies } = browser('www.school.com', { forbidden: true });
    const long = 'x'.repeat(PIECE + 100);
    expect(kept.set('saved', long)).toBe(true);
    expect(cookies.size).toBe(2);
    expect(kept.get('saved')).toBe(long);
    expect(kept.set('saved', 'y'.repeat(TOTAL))).toBe(false);
    expect(cookies.size).toBe(0);
    expect(kept.get('saved')).toBeUndefined();
  });

  test('of which a piece is lost is absent, not cut', () => {
    const { kept, cookies } = browser('www.school.com', { forbidden: true });
    kept.set('saved', 'x'.repeat(PIECE + 100));
    cookies.delete('rc.saved.1');
    expect(kept.get('saved')).toBeUndefined();
  });

  test('reports that it was lost if no storage takes it', () => {
    expect(browser('www.school.com', { forbidden: true, cookies: false }).kept.set('saved', '1')).toBe(false);
  });

  test('needs a name that a cookie may have', () => {
    expect(() => browser('a.b').kept.get('a=b')).toThrow(RangeError);
  });

  test('is what was set last, whatever the storage takes; what was refused is gone; the cookies stay bounded', () => {
    const name = fc.constantFrom('a', 'ab', 'b');
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.nat(TOTAL).map(length => '¶'.repeat(Math.floor(length / 6))),
    );
    const steps = fc.array(fc.oneof(fc.tuple(name, text), fc.tuple(name, fc.constant(undefined))), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, fc.nat(400), fc.boolean(), (steps, quota, forbidden) => {
        const { kept, cookies } = browser('www.school.com', { quota, forbidden });
        const model = new Map<string, string>();
        for (const [name, text] of steps) {
          if (text === undefined) {
            kept.remove(name);
            model.delete(name);
          } else if (kept.set(name, text)) model.set(name, text);
          else model.delete(name);
          for (const name of ['a', 'ab', 'b']) expect(kept.get(name)).toBe(model.get(name));
          let bytes = 0;
          for (const [key, { value }] of cookies) bytes += key.length + value.length;
          expect(bytes).toBeLessThanOrEqual(TOTAL);
        }
      }),
    );
  });
});
