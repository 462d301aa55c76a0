// @vitest-environment jsdom
import type { UsageJob } from '@rollcall/contract';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { answerAccount, PRIVACY } from '../account/testing.ts';
import { DeletionBanner } from '../deletion/deletion-banner.tsx';
import { AccountDevices } from '../devices/devices.tsx';
import { AccountPrivacy } from '../privacy/privacy.tsx';
import { RollcallProvider } from '../provider/rollcall-provider.tsx';
import { fakeServer, settle, show } from '../testing.tsx';
import { en } from './en.ts';
import { localeOf } from './locale.ts';

const AT = Date.UTC(2026, 11, 6, 4);
let close = async () => {};
afterEach(() => close());

/** English words with the figures of a country. */
async function page(children: ReactNode) {
  const server = fakeServer({ signedIn: true });
  const { box, unmount } = await show(
    server.auth,
    <RollcallProvider auth={server.auth} phrases={{ ...en, locale: 'de-AT' }}>
      {children}
    </RollcallProvider>,
  );
  close = unmount;
  return { server, box };
}

test('the locale that the phrases name, else their language', () => {
  expect(localeOf(en)).toBe('en');
  expect(localeOf({ ...en, locale: 'de-AT' })).toBe('de-AT');
});

test('the day of a deletion', async () => {
  const { server, box } = await page(<DeletionBanner />);
  await answerAccount(server, { privacy: { ...PRIVACY, deletion_due_at: AT } });
  expect(box.textContent).toContain('Your account will be deleted on 6. Dezember 2026');
});

test('the days of a device', async () => {
  const { server, box } = await page(<AccountDevices />);
  const device = {
    id: '00000000-0000-4000-8000-000000000001',
    current: true,
    browser: null,
    system: null,
    kind: 'phone',
    address: '203.0.113.7',
    created_at: AT,
    last_used_at: AT,
  };
  await server.last()?.answer(200, { data: [device] });
  expect(box.textContent).toContain('Signed in on 06.12.2026');
  expect(box.querySelector('time')?.title).toContain('06.12.2026');
});

test('what was recorded: figures, sizes and days', async () => {
  const { server, box } = await page(<AccountPrivacy />);
  const job: UsageJob = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'export',
    state: 'done',
    share: 1,
    events: 1_234_567,
    bytes: 1_200_000,
    created_at: AT,
    finished_at: AT,
    expires_at: AT,
    clear_by: null,
    cleared_at: null,
  };
  await server.of('data/jobs')[0]?.answer(200, { data: [job] });
  await server.of('consents')[0]?.answer(200, { data: [{ record: 'r', product: 'p', at: AT, granted: {} }] });
  await settle();
  const figures = (1_234_567).toLocaleString('de-AT');
  expect(box.textContent).toContain(`${figures} entries; it can be downloaded until 6. Dezember 2026`);
  expect(box.textContent).toContain('Download (1,2 MB)');
  expect(box.querySelector('details time')?.textContent).toContain('06.12.2026');
});
