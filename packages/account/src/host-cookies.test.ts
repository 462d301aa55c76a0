import { expect, test } from 'vitest';
import { browserEnvironment } from './browser-environment.ts';
import { moveHostCookies } from './host-cookies.ts';

/** A document with one jar for this host and one for the domain, as a browser keeps them. */
const opened = (host: Record<string, string>, domain: Record<string, string> = {}) => {
  const jars = { host: new Map(Object.entries(host)), domain: new Map(Object.entries(domain)) };
  const page = {
    get cookie() {
      return [...jars.host, ...jars.domain].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [, name = '', value = '', age = ''] = /^([^=]+)=([^;]*);.* max-age=(-?\d+)/.exec(line) ?? [];
      const jar = line.includes('; domain=school.example') ? jars.domain : jars.host;
      if (Number(age) > 0) jar.set(name, value);
      else jar.delete(name);
    },
  };
  moveHostCookies({ env: 'prod', domain: 'school.example' }, { ...browserEnvironment(), page });
  return { host: Object.fromEntries(jars.host), domain: Object.fromEntries(jars.domain) };
};

const old = { access_token: 'A', token_type: 'Bearer', refresh_token: 'R', other: '1' };

test('moves a session to the domain that had none, and keeps other cookies', () => {
  expect(opened(old)).toEqual({ host: { other: '1' }, domain: { refresh_token: 'R' } });
});

test('removes what is left over beside the session of the domain', () => {
  const domain = { access_token: 'B', token_type: 'Bearer', refresh_token: 'S' };
  expect(opened(old, domain)).toEqual({ host: { other: '1' }, domain });
  expect(opened({}, domain)).toEqual({ host: {}, domain });
});
