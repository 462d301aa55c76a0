import type { Usage } from './api.ts';
import type { BrowserEnvironment } from './browser-environment.ts';
import { createIdentity } from './identity.ts';
import { createClock } from './clock.ts';
import { createConsent } from './consent.ts';
import { createTimers } from './timers.ts';
import { CUSTOM, KEY } from './limits.ts';
import { createRecorder } from './recorder.ts';
import type { Page, PageBase, Persistence } from './page.ts';
import type { UsageParams } from './params.ts';
import { createSavedTexts } from './saved-texts.ts';
import { createPageLifecycle } from './page-lifecycle.ts';
import { createDelivery } from './delivery.ts';

/** What each console was told is missing: an application may create its reporting at every rendering. */
const told = new WeakMap<object, unknown>();

/**
 * Builds the reporting of one page; `index.ts` gives it IndexedDB.
 * @example const usage = createUsage({ product_code: 'my-school', url: '/' });
 * @see `docs/usage.md`
 */
export const assemble = (
  params: UsageParams,
  environment: BrowserEnvironment = globalThis as never,
  persistence?: Persistence,
): Usage => {
  const { product_code, pid, platform, url, env = 'prod', heatmap } = params;
  const missing = product_code || product_code === 0 ? !url && 'url' : 'product code';
  if (missing && told.get(environment.console) !== missing) {
    told.set(environment.console, missing);
    environment.console.warn(`Please set ${missing}`);
  }

  // Without those that are absent.
  const query = new URLSearchParams(JSON.parse(JSON.stringify({ product_code, pid, platform })));
  const base: PageBase = {
    // On a server there is no document.
    _on: !!environment.document && !missing,
    _prefix: `usage.${env}.${product_code}.`,
    // Untyped callers may leave the URL out: the warning says so, and it is no reason to throw.
    _urlOf: name => `${url?.replace(/\/?$/, '/usage/v1/')}${name}?${query}`,
    _meta: JSON.stringify({ device_type: 1, product_code, is_dev: env !== 'prod', heatmap: !!heatmap }),
    _isKey: key =>
      (typeof key === 'string' && !!key && key.length <= KEY) ||
      (environment.console.warn('Please set key'), false),
  };
  const page = base as Page;
  for (const createPart of [
    createSavedTexts,
    createClock,
    createIdentity,
    createConsent,
    createRecorder,
    createDelivery,
    createTimers,
    createPageLifecycle,
  ])
    Object.assign(page, createPart(page, environment, params));
  if (page._on) {
    page._persistence = persistence?.(page, environment);
    page._followPage();
  }

  return {
    track: (key, biz_data) => page._isKey(key) && page._record(CUSTOM, key, { b: biz_data }),
    page: (path = environment.location.pathname) => page._view(path),
    timer: page._timers,
    setUser: page._setUser,
    consent: {
      grant: page._changeConsents,
      withdraw: kinds => page._changeConsents(kinds),
      granted: () => page._consents.g,
    },
    flush: page._flush,
    forget: page._forget,
    stats: page._stats,
    close() {
      page._end();
      page._on = false;
    },
  };
};
