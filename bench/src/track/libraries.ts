/**
 * The libraries, each as a page's author would set it up to report custom events to a host of his own: no recording, no
 * automatic events, no feature flags; everything else as it comes. `nothing` is the loop alone, `requests` a request every 500 ms
 * (specification, section 9) with the same number of bytes, and no more.
 */
import { join } from 'node:path';
import { build } from 'esbuild';

const set = (start: string): string => `window.begin = async () => {\n${start}\n};`;

/** @param more of its configuration */
const posthog = (more: string): string =>
  `import posthog from 'posthog-js';\n${set(`
  await new Promise(loaded => posthog.init('phc_bench', {
    api_host: location.origin, autocapture: false, capture_pageview: false, capture_pageleave: false,
    disable_session_recording: true, disable_surveys: true, advanced_disable_decide: true, advanced_disable_flags: true,
    disable_external_dependency_loading: true, opt_out_useragent_filter: true, ${more}loaded,
  }));
  return (name, data) => posthog.capture(name, data);`)}`;

const sources: Readonly<Record<string, string>> = {
  nothing: set('return () => {};'),
  requests: set(`
    let calls = 0;
    return (name, data) => {
      if (++calls % 20) return;
      const body = JSON.stringify(Array.from({ length: 20 }, () => [name, data, navigator.userAgent]));
      fetch('/usage/v1/events', { method: 'POST', body, keepalive: true }).then(answer => answer.json());
    };`),
  rollcall: `import { createUsage } from '@rollcall/usage';\n${set(`
    const usage = createUsage({ product_code: 'bench', url: '/' });
    usage.consent.grant(['event', 'view', 'user', 'app', 'device'], '1');
    await usage.flush();
    return (name, data) => usage.track(name, data);`)}`,
  'posthog-js': posthog(''),
  // with a request as often as the specification wants of rollcall
  'posthog-js-500ms': posthog('request_queue_config: { flush_interval_ms: 500 }, '),
  'sa-sdk-javascript': `import sensors from 'sa-sdk-javascript';\n${set(`
    sensors.init({ server_url: location.origin + '/sa.gif?project=bench', is_track_single_page: false, heatmap: false, show_log: false });
    return (name, data) => sensors.track(name, data);`)}`,
  snowplow: `import { newTracker, trackSelfDescribingEvent } from '@snowplow/browser-tracker';\n${set(`
    newTracker('bench', location.origin, { appId: 'bench' });
    return (name, data) => trackSelfDescribingEvent({ event: { schema: 'iglu:bench/' + name + '/jsonschema/1-0-0', data } });`)}`,
  amplitude: `import { init, track } from '@amplitude/analytics-browser';\n${set(`
    await init('bench', { serverUrl: location.origin + '/2/httpapi', autocapture: false, fetchRemoteConfig: false }).promise;
    return (name, data) => track(name, data);`)}`,
};

export const names: readonly string[] = Object.keys(sources);

/** Each library's page, bundled and minified: script by name. */
export async function bundle(): Promise<Map<string, string>> {
  const bundled = await Promise.all(
    Object.entries(sources).map(async ([name, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: join(import.meta.dirname, '..') },
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2022',
        conditions: ['@rollcall/source'],
        define: { 'process.env.NODE_ENV': '"production"' },
        logLevel: 'error',
      });
      return [name, outputFiles[0]?.text ?? ''] as const;
    }),
  );
  return new Map(bundled);
}
