/** Words of what is done for several people. */
import type { Translations } from '../translations.ts';

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

const en = {
  selected: (count: number) => `${people(count)} selected`,
  clear: 'Select nobody',
  /** @param more whether there are others than those named */
  names: (named: string, count: number, more: boolean) => (more ? `${named} and ${count - 5} more` : named),
  blockTitle: (count: number) => `Block ${people(count)}`,
  blockText: (names: string, skipped: number) =>
    `${names}: all sessions end, and they will not be able to sign in. It can be undone.${skipped > 0 ? ` ${people(skipped)} of those selected are blocked already.` : ''}`,
  endTitle: (count: number) => `End all sessions of ${people(count)}`,
  endText: (names: string) => `${names}: all their devices are signed out. They can sign in again.`,
  done: {
    block: (count: number) => `Blocked: ${people(count)}.`,
    unblock: (count: number) => `Unblocked: ${people(count)}.`,
    end: (count: number) => `Signed out everywhere: ${people(count)}.`,
  },
  undo: 'Undo',
  failed: (name: string, why: string) => `${name}: ${why}`,
  unknown: (names: string) => `Not known whether it was done: ${names}. Please look before you try again.`,
  untried: (names: string) => `Not done: ${names}.`,
};

export const bulkWords: Translations<typeof en> = {
  'zh-CN': {
    selected: count => `已选 ${count} 人`,
    clear: '取消选择',
    names: (named, count, more) => (more ? `${named}等 ${count} 人` : named),
    blockTitle: count => `封禁 ${count} 人`,
    blockText: (names, skipped) =>
      `${names}：全部登录将结束，且不能再登录，可以撤销。${skipped > 0 ? `所选人员中 ${skipped} 人已被封禁。` : ''}`,
    endTitle: count => `结束 ${count} 人的全部登录`,
    endText: names => `${names}：所有设备都会退出，可以重新登录。`,
    done: {
      block: count => `已封禁 ${count} 人。`,
      unblock: count => `已解封 ${count} 人。`,
      end: count => `已结束 ${count} 人的全部登录。`,
    },
    undo: '撤销',
    failed: (name, why) => `${name}：${why}`,
    unknown: names => `未确认是否完成：${names}。请先核对再重试。`,
    untried: names => `未执行：${names}。`,
  },
  en,
};
