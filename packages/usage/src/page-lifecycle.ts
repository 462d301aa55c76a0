import type { BrowserEnvironment } from './browser-environment.ts';
import { CLICK, VIEW } from './limits.ts';
import type { Page, PageLifecycle } from './page.ts';
import type { UsageParams } from './params.ts';

export const createPageLifecycle = (
  page: Page,
  environment: BrowserEnvironment,
  params: UsageParams,
): PageLifecycle => {
  const document = environment.document as NonNullable<BrowserEnvironment['document']>;
  let path = '';
  /** The path whose view was recorded. */
  let viewed = '';
  const update = (): void => {
    page._setHidden(document.hidden);
    if (document.hidden) page._sendBeacons();
    else {
      page._refreshConsents();
      page._resumeDelivery();
    }
  };
  const listen = (target: BrowserEnvironment | typeof document, type: string, listener: () => void): void =>
    // Listeners stay after `close()` and do nothing then: Safari 14 knows no signal to remove them by.
    target.addEventListener(type, () => page._on && listener(), true);
  return {
    _view(next = path) {
      path = next;
      return path !== viewed && page._record(VIEW, path) && !!(viewed = path);
    },
    _followPage() {
      // Now, too: a page may be opened in a hidden tab.
      update();
      listen(document, 'visibilitychange', update);
      listen(environment, 'pagehide', page._end);
      // At the page's start this does nothing; out of the back-forward cache the page is viewed again.
      listen(environment, 'pageshow', () => {
        page._persistence?._wake();
        update();
        page._view();
      });
      listen(environment, 'storage', page._refreshConsents);
      params.heatmap?.(environment, click =>
        page._record(CLICK, path || environment.location.pathname, { b: click }),
      );
    },
    _end() {
      page._setHidden(true);
      page._interruptTimers();
      page._persistence?._stop();
      page._sendBeacons();
      page._entries = page._entries.filter(entry => !entry.saved);
      viewed = '';
    },
  };
};
