import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newNonce, nonceTemplate } from './nonce.ts';

const HELD = 'Hq3vT0x_bWm7ZcRk-9sYdA';

test('a nonce is 128 bits, and never the same', () => {
  const nonces = Array.from({ length: 1_000 }, newNonce);
  expect(new Set(nonces).size).toBe(1_000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/);
});

test('whatever the document, it unpacks to its text under the nonce of the answer', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('<script nonce="', '点名册', 'long', '"></script>\n'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (before, after) => {
      // beyond the 32 KiB that a packed stream can refer back to
      const [start = '', end = ''] = [before, after].map(pieces =>
        pieces.map(piece => (piece === 'long' ? 'a'.repeat(40_000) : piece)).join(''),
      );
      fc.pre(!/nonce="[\w-]{22}"/.test(start));
      const text = `${start} nonce="${HELD}"${end} nonce="${HELD}"`;
      const document = nonceTemplate(text);
      for (const nonce of [newNonce(), newNonce()]) {
        const expected = text.replaceAll(HELD, nonce);
        expect(document.plain(nonce).toString() === expected).toBe(true);
        // gunzip checks the checksum and the length too
        expect(gunzipSync(document.gzip(nonce)).toString() === expected).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('is packed nearly as well as without a nonce that changes', () => {
  const text = `<script nonce="${HELD}">1</script>${'<p class="row">点到</p>'.repeat(400)}<script nonce="${HELD}" defer src="/static/1.js"></script>`;
  expect(nonceTemplate(text).gzip(newNonce()).length).toBeLessThan(gzipSync(text, { level: 9 }).length + 60);
});

test('a document without a nonce stays as it is', () => {
  const document = nonceTemplate('<title>点到</title>');
  expect(gunzipSync(document.gzip(newNonce())).toString()).toBe('<title>点到</title>');
  expect(document.plain(newNonce()).toString()).toBe('<title>点到</title>');
});
