/** Words of `Challenge`. */
import type { Language } from '@rollcall/ui';

const en = {
  verify: 'Confirm that you are human',
  checking: 'Checking…',
  verified: 'Confirmed',
  expired: 'Expired; please confirm again',
};

export type ChallengeWords = typeof en;

export const challengeWords: Readonly<Record<Language, ChallengeWords>> = {
  en,
  'zh-CN': {
    verify: '点击完成安全验证',
    checking: '正在验证…',
    verified: '已通过验证',
    expired: '验证已过期，请重新验证',
  },
};
