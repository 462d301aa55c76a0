import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { checkOrigin } from './origin.ts';

const issuer = 'https://school.example';
/** The outcome of the check. */
const refused = (method: string, headers: Record<string, string>, url = issuer): string => {
  try {
    checkOrigin({ method, headers }, url);
    return 'ok';
  } catch (error) {
    return error instanceof Refusal ? error.refusal : 'fault';
  }
};
const host = 'accounts.internal:8080';

describe('the origin of a console request', () => {
  it.each([
    ['POST', { origin: issuer }],
    ['POST', { origin: `https://${host}`, host }],
    ['POST', { 'sec-fetch-site': 'same-origin' }],
    ['POST', { origin: issuer, 'sec-fetch-site': 'same-origin' }],
    ['GET', {}],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['GET', { 'sec-fetch-site': 'same-origin' }],
  ])('%s %o is answered', (method, headers) => {
    expect(refused(method, headers)).toBe('ok');
  });

  it.each([
    ['POST', {}],
    ['POST', { host }],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['POST', { origin: 'https://www.school.example' }],
    ['POST', { origin: 'https://school.example.evil.example' }],
    ['POST', { origin: 'http://school.example' }],
    ['POST', { origin: 'http://school.example', host: 'school.example' }],
    ['POST', { origin: `http://${host}`, host }],
    ['POST', { origin: 'https://school.example:8443' }],
    ['POST', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['POST', { origin: issuer, 'sec-fetch-site': 'same-site' }],
    ['POST', { origin: `ftp://${host}`, host }],
    ['DELETE', { origin: '', host: '' }],
    ['GET', { origin: 'https://evil.example' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['GET', { 'sec-fetch-site': 'cross-site' }],
  ])('%s %o is refused', (method, headers) => {
    expect(refused(method, headers)).toBe('ForeignOrigin');
  });

  it('may be by http where the console is', () => {
    const url = 'http://127.0.0.1:8787';
    expect(refused('POST', { origin: 'http://localhost:8787', host: 'localhost:8787' }, url)).toBe('ok');
    expect(refused('POST', { origin: 'https://accounts.internal', host: 'accounts.internal' }, url)).toBe(
      'ok',
    );
  });
});
