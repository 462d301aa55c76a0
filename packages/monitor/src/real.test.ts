// @vitest-environment jsdom
/** The library in a page of jsdom, with its XHR, its events and a `fetch` that really tries. */
import { readBeacon } from '@rollcall/contract';
import { expect, test, vi } from 'vitest';
import { start } from './index.ts';

/** No server listens on this port. */
const UNREACHABLE = 'http://127.0.0.1:1';

/** Starts the library in this page. @returns stops it, and gives what it sent */
const collectReports = () => {
  const addresses: string[] = [];
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        addresses.push(address);
      }
    },
  );
  // jsdom has none.
  performance.getEntriesByType ??= () => [];
  const never = () => new Promise<never>(() => {});
  const monitor = start({
    product: 'school',
    release: '1',
    origins: [UNREACHABLE],
    random: () => 0,
    vitals: never,
  });
  return () => {
    monitor.stop();
    return addresses.flatMap(address => {
      const beacon = readBeacon(address.slice(address.indexOf('?') + 1));
      if (typeof beacon === 'string' || beacon.malformed) throw new Error(address);
      return beacon.reports;
    });
  };
};

test('a real XHR keeps its events, and is reported with its status', async () => {
  // jsdom prints what the network refuses.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reports = collectReports();
  const send = (path: string, then: (xhr: XMLHttpRequest) => void = () => {}) =>
    new Promise<string[]>(resolve => {
      const xhr = new XMLHttpRequest();
      const events: string[] = [];
      for (const type of ['loadstart', 'load', 'error', 'timeout', 'abort'])
        xhr.addEventListener(type, () => events.push(type));
      xhr.addEventListener('loadend', () => resolve(events));
      xhr.open('GET', UNREACHABLE + path);
      xhr.send();
      then(xhr);
    });
  expect(await send('/refused')).toEqual(['loadstart', 'error']);
  expect(await send('/aborted', xhr => xhr.abort())).toEqual(['loadstart', 'abort']);
  expect(reports()).toMatchObject([
    { path: `${UNREACHABLE}/refused`, status: 601, weight: 1 },
    { path: `${UNREACHABLE}/aborted`, status: 603, weight: 1 },
  ]);
});

test('a real fetch keeps its rejections, and is restored', async () => {
  const before = window.fetch;
  const reports = collectReports();
  await expect(fetch(`${UNREACHABLE}/refused`)).rejects.toThrow(TypeError);
  expect(reports()).toMatchObject([{ path: `${UNREACHABLE}/refused`, status: 604 }]);
  expect(window.fetch).toBe(before);
});

test('a real error event and a real failed resource are reported', () => {
  const reports = collectReports();
  const error = new Error('broken');
  error.stack = `Error: broken\n    at lesson (${UNREACHABLE}/static/3.js:1:2)`;
  window.dispatchEvent(
    new ErrorEvent('error', { error, message: 'broken', filename: `${UNREACHABLE}/static/3.js` }),
  );
  const image = document.createElement('img');
  image.setAttribute('src', `${UNREACHABLE}/pictures/12`);
  document.body.append(image);
  image.dispatchEvent(new Event('error'));
  expect(reports()).toMatchObject([
    { kind: 'error', message: 'broken', frames: [{ function: 'lesson', path: '/static/3.js' }] },
    { kind: 'resource', element: 'img', address: '/pictures/:id' },
  ]);
});
