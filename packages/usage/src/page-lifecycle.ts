import type { BrowserEnvironment } from './browser-environment.ts';
import { serialise } from './entry.ts';
import type { Facts } from './facts.ts';
import { CLICK, LEAVE, ORIGIN, VIEW } from './limits.ts';
import type { EventDetails, Page, PageLifecycle } from './page.ts';
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
  /** Of that view: with what it was recorded, the visible time then, and the id of its end. */
  let seen: { readonly _facts: Facts; readonly _from: number; readonly _id: string };
  /** Where the visit came from, until a view has it. */
  let origin: Record<string, string> | undefined;
  /** Records how long the page of the view was visible, if it was, or makes the draft of that. */
  const leave = <T>(take: (kind: typeof LEAVE, key: string, details: EventDetails, id: string) => T) => {
    // Time without consent, or under an earlier one, is in no event.
    const d =
      viewed && page._isPermitted(seen._facts, 'view') && Math.round(page._visibleTime() - seen._from);
    return d ? take(LEAVE, viewed, { d }, seen._id) : undefined;
  };
  const update = (): void => {
    page._setHidden(document.hidden);
    if (document.hidden) {
      // A hidden page may be killed without notice.
      const draft = leave(page._make);
      if (draft && !serialise(draft, page._uuid)) page._persistence?._save([draft]);
      page._sendBeacons();
    } else {
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
      if (path === viewed) return false;
      leave(page._record);
      viewed = '';
      if (!page._record(VIEW, path, { b: origin })) return false;
      viewed = path;
      seen = { _facts: page._facts(), _from: page._visibleTime(), _id: page._uuid() };
      origin = undefined;
      return true;
    },
    _followPage() {
      // Now: a router may change the address before there is consent to views.
      const host = document.referrer.split('/')[2];
      const { location } = environment;
      const query = new URLSearchParams(location.search);
      for (const [name, value] of [
        ['referrer', host === location.host ? '' : host],
        ...['utm_source', 'utm_medium', 'utm_campaign'].map(each => [each, query.get(each)] as const),
      ] as const)
        if (value) (origin ??= {})[name] = value.slice(0, ORIGIN);
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
      leave(page._record);
      page._persistence?._stop();
      page._sendBeacons();
      page._entries = page._entries.filter(entry => !entry.saved);
      viewed = '';
    },
  };
};
