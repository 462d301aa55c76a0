import type { BrowserEnvironment } from './browser-environment.ts';
import type { DeviceFacts, Facts } from './facts.ts';
import type { Identity, Page } from './page.ts';
import type { UsageParams } from './params.ts';

export const createIdentity = (
  page: Page,
  environment: BrowserEnvironment,
  params: UsageParams,
): Identity => {
  const { navigator } = environment;
  let processId: string | undefined;
  let device: DeviceFacts | undefined;
  let facts: Facts | undefined;
  let user: Facts['user'];

  return {
    // 48 bits of the time, then 72 random ones, each four of them from one byte.
    _uuid: () =>
      environment.crypto
        .getRandomValues(new Uint8Array(18))
        .reduce((id, byte) => id + (byte & 15).toString(16), page._time().toString(16).padStart(12, '0'))
        .replace(/(.{8})(....)(...)(...)/, '$1-$2-7$3-8$4-'),
    _facts() {
      const { g } = page._consents;
      if (g.device)
        device ??= {
          pf: navigator.platform,
          l: navigator.language,
          ua: navigator.userAgent.slice(0, 300),
          nt: navigator.connection?.effectiveType,
          dn: environment.devicePixelRatio,
          cpu: navigator.hardwareConcurrency,
          rs: `${environment.screen.width}x${environment.screen.height}`,
          // The cookie is written again at each look, so that its 30 days count from the last.
          d: page._savedText('uid', '', page._savedText('uid', '') || page._uuid()),
          bot:
            navigator.webdriver || /bot|crawl|spider|headless|lighthouse/i.test(navigator.userAgent)
              ? 1
              : undefined,
        } as DeviceFacts;
      return (facts ??= {
        grants: g,
        app: g.app && { pi: (processId ??= page._uuid()), lv: '0.1.0' },
        user: g.user && user,
        device,
      });
    },
    _setUser(u, up) {
      user = u && { u, up };
      facts = undefined;
    },
    _resetFacts() {
      facts = device = undefined;
    },
    async _findIp() {
      const device = page._facts().device;
      const { ip = page._urlOf('ip') } = params;
      if (ip && device && !('ip' in device)) {
        device.ip = undefined;
        try {
          device.ip = /[\da-f:.]{7,45}/i.exec(await (await page._request(ip)).text())?.[0];
        } catch {}
      }
    },
  };
};
