/**
 * `npm run proofs -- engines`: people's journeys in stock Firefox ESR and WebKitGTK. `npm run test:all` runs Firefox's main job
 * (`firefox.full.test.ts`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMIT } from '../../../tools/testing/limits.ts';
import { dataFolder } from '../data-folder.ts';
import { challenges, phoneWithChallenge } from '../human-verification.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type RunningSimulators, startSimulators } from '../simulators.ts';
import { type Site, startSite } from '../usage-site.ts';
import type { Engine, EnginePage } from './engine.ts';
import { launchFirefox } from './firefox.ts';
import { account, consent, humanVerification, mainJob, pageEnds } from './journeys.ts';
import { launchWebkit } from './webkit.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let server: RunningServer;
let site: Site;
let simulators: RunningSimulators;
beforeAll(async () => {
  simulators = await startSimulators();
  [server, site] = await Promise.all([
    startServer(folder.path, {
      ...simulators.humanVerification,
      ROLLCALL_USAGE_ADDRESS_RATE: '0',
      ROLLCALL_CODE_RETRY_SECONDS: '0',
    }),
    startSite(),
  ]);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await site?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

describe.each([
  ['Firefox', launchFirefox],
  ['WebKitGTK', launchWebkit],
] as const)('%s', (name, launch) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await launch('en');
    process.stdout.write(`${engine.version}\n`);
  });
  afterAll(() => engine?.close());
  /** Does the work on a tab of its own; its picture is kept where it fails, and for `ROLLCALL_SCREENSHOTS`. */
  const onPage = async (journey: string, work: (page: EnginePage) => Promise<void>) => {
    const page = await engine.newPage();
    try {
      await work(page);
    } finally {
      if (pictures)
        writeFileSync(join(pictures, `engine-${name}-${journey}.png`), await page.picture().catch(() => ''));
      await page.close().catch(() => undefined);
    }
  };

  test('agrees to what may be recorded', () => onPage('consent', page => consent(page, server)));
  test('signs up, changes the profile, signs out and in', () =>
    onPage('main-job', page => mainJob(page, server)));
  test('draws the account page and its sections', () => onPage('account', page => account(page, server)));
  test.each(challenges)('verifies a human by %s', async challenge => {
    const phone = await phoneWithChallenge(server, challenge);
    await onPage(`human-verification-${challenge}`, page =>
      humanVerification(page, server, phone, challenge),
    );
  });
  // Twice: what is lost is counted only after it was waited for.
  test('loses no event at the ends of pages, and reports none twice', { timeout: 2 * LIMIT }, async () => {
    const { taken, lost, twice } = await pageEnds(engine, { server, site }, { navigations: 40, closes: 15 });
    process.stdout.write(`${name}: ${taken} events taken, ${lost} lost, ${twice} twice\n`);
    expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  });
});
