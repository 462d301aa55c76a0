/**
 * Words of a list that loads more items. In a file of its own, so that only pages with such a list load them.
 */
import type { Language } from '@rollcall/ui';

const en = {
  more: 'Show more',
  loading: 'Loading…',
  failed: 'More items did not load. Please check your network and try again.',
  end: 'You have reached the end.',
  /**
   * Announced when a page was loaded.
   *
   * @param count the number of all items, where it is known
   */
  now: (shown: number, count: number | undefined) =>
    count === undefined ? `${shown} are shown` : `${shown} of ${count} are shown`,
};

export type ScrollWords = typeof en;

export const scrollWords: Readonly<Record<Language, ScrollWords>> = {
  en,
  'zh-CN': {
    more: '加载更多',
    loading: '正在加载…',
    failed: '加载失败，请检查网络后重试。',
    end: '已经到底了。',
    now: (shown, count) =>
      count === undefined ? `已显示 ${shown} 项` : `已显示 ${shown} 项，共 ${count} 项`,
  },
};
