import { describe, expect, it } from 'vitest';
import { errorPageOf } from './error-page.ts';

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const page = (url: string, status = 404, accept: string | undefined = html, method = 'GET') =>
  errorPageOf({ method, url, headers: accept === undefined ? {} : { accept } }, status);

describe('a page in place of a refusal', () => {
  it.each(['/nope', '/sign-in/', '/lesson/9?x=1', '/account/nope', '/agreements/99', '/', '//'])(
    'is shown to whoever opens %s',
    url => {
      expect(page(url)).toBe('not-found');
      expect(page(url, 400)).toBe('not-found');
      expect(page(url, 500)).toBe('fault');
      expect(page(url, 503)).toBe('fault');
      expect(page(url, 404, html, 'HEAD')).toBe('not-found');
    },
  );

  it('is shown to whoever sends a form', () => {
    const headers = { accept: html, 'content-type': 'application/x-www-form-urlencoded' };
    expect(errorPageOf({ method: 'POST', url: '/take-back/x', headers }, 500)).toBe('fault');
    expect(
      errorPageOf({ method: 'POST', url: '/tiger/v3/web/accounts/login', headers }, 500),
    ).toBeUndefined();
  });

  it('is not given to programs, nor for statuses that say something else', () => {
    expect(page('/nope', 404, '*/*')).toBeUndefined();
    expect(page('/nope', 404, 'application/json')).toBeUndefined();
    expect(errorPageOf({ method: 'GET', url: '/nope', headers: {} }, 404)).toBeUndefined();
    expect(page('/nope', 404, html, 'POST')).toBeUndefined();
    for (const status of [200, 401, 403, 405, 413, 429]) expect(page('/nope', status)).toBeUndefined();
  });

  it.each([
    '/tiger/v3/web/accounts/nope',
    '/tiger/v3/web/accounts/profile?a=1',
    '/static/1.js',
    '/console/v1/people',
    '/.well-known/nope',
  ])('never replaces the JSON of %s', url => {
    for (const status of [400, 404, 500]) expect(page(url, status)).toBeUndefined();
  });
});
