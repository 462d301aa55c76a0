import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { checkOrigin } from './origin.ts';

const issuer = 'https://school.example';
const refused = (method: string, headers: Record<string, string>): string => {
  try {
    checkOrigin({ method, headers }, issuer);
    return 'ok';
  } catch (error) {
    return error instanceof Refusal ? error.refusal : 'fault';
  }
};
const host = 'accounts.internal:8080';

describe('the origin of a console request', () => {
  it.each([
    ['POST', { origin: issuer }],
    ['POST', { origin: `http://${host}`, host }],
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
});
