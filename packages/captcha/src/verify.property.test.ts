// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CaptchaError } from './errors.ts';
import { LINGER_MS } from './overlay.ts';
import { start } from './testing/begin.ts';
import { answerScript, closeLink, dialog, freshPage, press, settle } from './testing/browser.ts';
import { FakeServer, refusal } from './testing/server.ts';
import { uninstall, vendors } from './testing/vendors.ts';

beforeEach(() => freshPage());
afterEach(() => {
  uninstall();
  vi.useRealTimers();
});

const moves = [
  'script loads',
  'script fails',
  'begin',
  'ready',
  'pass',
  'unpass',
  'error',
  'close',
  'escape',
  'link',
  'abort',
  'wait a second',
  'wait long',
  'turn',
] as const;

test('settles exactly once, and leaves nothing behind, whatever the vendor, the person and the page do [4.one-callback]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...vendors),
      fc.array(fc.constantFrom(...moves), { maxLength: 14 }),
      fc.constantFrom('ticket', 'refused', 'never', 'error'),
      async (vendor, sequence, exchange) => {
        freshPage();
        uninstall();
        const server = new FakeServer();
        const page = new AbortController();
        const called = vi.fn<(which: string) => void>();
        const { settled, outcome } = await start(server, vendor, { more: { signal: page.signal } });
        if (exchange === 'refused') server.on(vendor.exchange, refusal(400, '10017002', 'no'));
        else if (exchange !== 'ticket') server.on(vendor.exchange, exchange);
        outcome.then(
          () => called('success'),
          error => called((error as CaptchaError).name),
        );
        let installed: ReturnType<typeof vendor.install> | undefined;
        for (const move of sequence) {
          const stage = installed?.stage;
          if (move === 'script loads') {
            installed ??= vendor.install();
            answerScript('load');
          } else if (move === 'script fails') answerScript('error');
          else if (move === 'begin') installed?.begin();
          else if (move === 'ready') stage?.ready?.();
          else if (move === 'pass') stage?.pass();
          else if (move === 'unpass') stage?.unpass?.();
          else if (move === 'error') stage?.error();
          else if (move === 'close') stage?.close?.();
          else if (move === 'escape') press('Escape');
          else if (move === 'link') closeLink()?.click();
          else if (move === 'abort') page.abort();
          else if (move === 'wait a second') await vi.advanceTimersByTimeAsync(1_000);
          else if (move === 'wait long') await vi.advanceTimersByTimeAsync(20_000);
          else await settle();
        }
        await settle();
        page.abort();
        await settle();
        expect(settled).toHaveBeenCalledTimes(1);
        expect(called).toHaveBeenCalledTimes(1);
        const [value] = settled.mock.calls[0] ?? [];
        if (value instanceof Error) expect(value).toBeInstanceOf(CaptchaError);
        else expect(value).toEqual({ ticket: 'tk', id: 'cid' });
        expect(server.paths().filter(path => path === vendor.exchange).length).toBeLessThanOrEqual(1);
        answerScript('error');
        await vi.advanceTimersByTimeAsync(LINGER_MS + 20_000);
        expect(dialog()).toBeNull();
        expect(vi.getTimerCount()).toBe(0);
        const stage = installed?.stage;
        if (stage && stage.shown > 0 && !vendor.boxed) expect(stage.destroyed).toBeGreaterThan(0);
      },
    ),
    { numRuns: 300 },
  );
});
