/**
 * Words of a sign-in by a third party. In a file of its own, so that pages with only the buttons do not load
 * them.
 */
import type { Language } from '@rollcall/ui';
import { spaced } from '../phrases/spaced.ts';
import type { ThirdPartyFailure } from './failure.ts';

/** As a problem's text, each half made of the third party's name. */
export interface FailureText {
  readonly what: (name: string) => string;
  readonly next: (name: string) => string;
}

const failures: Readonly<Record<ThirdPartyFailure, FailureText>> = {
  denied: {
    what: name => `You cancelled signing in with ${name}.`,
    next: () => 'You are not signed in, and nothing was saved. You can sign in again, or another way.',
  },
  forged: {
    what: name => `This sign-in with ${name} was started in another browser, or has expired.`,
    next: () => 'To keep your account safe, the sign-in was cancelled. Please sign in again.',
  },
  refused: {
    what: name => `${name} did not confirm this sign-in; the link may have been used already, or be too old.`,
    next: () => 'Please sign in again, and finish within 10 minutes.',
  },
  snapshot: {
    what: name => `${name} shows this page as a snapshot, which cannot sign in.`,
    next: () => 'Open the full page by the link at its foot, and sign in there.',
  },
  down: {
    what: name => `${name} is not responding right now.`,
    next: () => 'Please try again in a few minutes, or sign in another way.',
  },
  taken: {
    what: name => `This ${name} account is connected to another account.`,
    next: () => 'Disconnect it there first, or use another one.',
  },
  expired: {
    what: name => `Signing in with ${name} took more than 10 minutes.`,
    next: () => 'Please sign in again.',
  },
  blocked: {
    what: () => 'This account is blocked.',
    next: () => 'If you need help, contact the school.',
  },
  'signed-out': {
    what: () => 'Your session has ended.',
    next: name => `Please sign in first, and then connect ${name}.`,
  },
};

/** Those that say something else of a binding, whose person is signed in. */
const bindFailures = {
  denied: {
    what: (name: string) => `You cancelled connecting ${name}.`,
    next: () => 'Nothing was changed. You can connect it again, or go back to your account.',
  },
  forged: {
    what: (name: string) => `This connection of ${name} was started for another account, or has expired.`,
    next: () => 'To keep your account safe, it was cancelled. Please connect it again.',
  },
  refused: {
    what: (name: string) =>
      `${name} did not confirm you; the link may have been used already, or be too old.`,
    next: () => 'Please connect it again, and finish within 10 minutes.',
  },
  snapshot: {
    what: (name: string) => `${name} shows this page as a snapshot, which cannot connect it.`,
    next: () => 'Open the full page by the link at its foot, and connect it there.',
  },
  down: {
    what: (name: string) => `${name} is not responding right now.`,
    next: () => 'Nothing was changed. Please try again in a few minutes.',
  },
  expired: {
    what: (name: string) => `Connecting ${name} took more than 10 minutes.`,
    next: () => 'Please connect it again.',
  },
} satisfies Partial<Record<ThirdPartyFailure, FailureText>>;

const en = {
  finishing: (name: string) => `Signing in with ${name}…`,
  /** In place of `finishing` where it is to be bound. */
  preparing: (name: string) => `Asking ${name} who you are…`,
  /** The page's heading. */
  bindTitle: (name: string) => `Connect ${name}`,
  confirm: (name: string, account: string) => `Connect this ${name} to the account ${account}?`,
  confirmNamed: (name: string, nickname: string, account: string) =>
    `Connect the ${name} account “${nickname}” to the account ${account}?`,
  confirmNote: (name: string) =>
    `From then on this ${name} can sign in to the account. If you did not start this, choose no.`,
  bindIt: 'Yes, connect it',
  dontBind: 'No, do not connect',
  binding: 'Connecting…',
  bound: (name: string) => `${name} is connected. Going back to your account…`,
  phoneTitle: 'Add a mobile number',
  phoneLead: (name: string) =>
    `${name} has confirmed you. Confirm your mobile number once, and you can sign in with ${name} alone from then on. A number that already has an account signs in to that account.`,
  phoneSubmit: 'Add and sign in',
  startAgain: 'Start again',
  hideCode: 'Hide the code',
  otherWay: 'Sign in another way',
  backToAccount: 'Back to my account',
  inOtherWindow: (name: string) =>
    `Sign in with ${name} in the window that has opened; this page then continues by itself.`,
  openHere: 'Not there? Open it in this page',
  codeTitle: 'Sign in with WeChat by its code',
  scan: 'Scan the code with WeChat on your phone, and confirm there.',
  frameFailed:
    'WeChat’s code did not load; an extension or the network may block it. Try again, or sign in another way.',
  handedOver: 'Done. Please go back to the window you came from; you can close this one.',
  goOnOutside: 'Continue in the full window',
  failures,
  bindFailures,
};

export type ThirdPartyWords = typeof en;

/**
 * The built-in words of WeChat and QQ, by language.
 * @see `docs/third-party.md`
 */
export const thirdPartyWords: Readonly<Record<Language, ThirdPartyWords>> = {
  en,
  'zh-CN': {
    finishing: name => spaced(`正在用${name}登录…`),
    preparing: name => spaced(`正在向${name}确认身份…`),
    bindTitle: name => spaced(`绑定${name}`),
    confirm: (name, account) => spaced(`将此${name}绑定到账号`) + ` ${account} 吗？`,
    confirmNamed: (name, nickname, account) =>
      spaced(`将${name}账号`) + `“${nickname}”绑定到账号 ${account} 吗？`,
    confirmNote: name => spaced(`绑定后，此${name}可以登录该账号。如果不是你本人发起的，请选择不绑定。`),
    bindIt: '确认绑定',
    dontBind: '不绑定',
    binding: '正在绑定…',
    bound: name => spaced(`${name}已绑定，正在返回账号页…`),
    phoneTitle: '绑定手机号',
    phoneLead: name =>
      spaced(`${name}授权成功。首次使用请验证手机号，以后可直接用${name}登录；已注册的手机号会登录原账号。`),
    phoneSubmit: '绑定并登录',
    startAgain: '重新开始',
    hideCode: '收起二维码',
    otherWay: '换一种方式登录',
    backToAccount: '返回账号页',
    inOtherWindow: name => spaced(`请在新打开的窗口中完成${name}登录，完成后这里会自动继续。`),
    openHere: '没有看到？在本页打开',
    codeTitle: '微信扫码登录',
    scan: '请用手机微信扫码，并在手机上确认。',
    frameFailed: '微信二维码加载失败，可能被浏览器插件或网络拦截。请重试，或换其他方式登录。',
    handedOver: '已完成。请回到原来的窗口，这个窗口可以关闭。',
    goOnOutside: '打开完整窗口继续登录',
    failures: {
      denied: {
        what: name => spaced(`你已取消${name}登录。`),
        next: () => '你没有登录，也没有保存任何信息。可以重新登录，或换一种方式登录。',
      },
      forged: {
        what: name => spaced(`这次${name}登录不是在此浏览器中发起的，或已过期。`),
        next: () => '为保护账号安全，登录已取消。请重新登录。',
      },
      refused: {
        what: name => spaced(`${name}没有确认这次登录，可能链接已用过或已过期。`),
        next: () => '请重新登录，并在 10 分钟内完成。',
      },
      snapshot: {
        what: name => spaced(`${name}以快照方式打开了本页，不能登录。`),
        next: () => '请点页面底部的“使用完整服务”，再登录。',
      },
      down: {
        what: name => spaced(`${name}暂时没有响应。`),
        next: () => '请过几分钟再试，或换一种方式登录。',
      },
      taken: {
        what: name => spaced(`这个${name}已绑定别的账号。`),
        next: () => '请先在那个账号中解绑，或换一个。',
      },
      expired: { what: name => spaced(`${name}登录已超过 10 分钟。`), next: () => '请重新登录。' },
      blocked: { what: () => '账号已被停用。', next: () => '如需帮助，请联系学校。' },
      'signed-out': { what: () => '你的登录已过期。', next: name => spaced(`请先登录，再绑定${name}。`) },
    },
    bindFailures: {
      denied: {
        what: name => spaced(`你已取消绑定${name}。`),
        next: () => '账号没有改动。可以重新绑定，或返回账号页。',
      },
      forged: {
        what: name => spaced(`这次${name}绑定不是为当前账号发起的，或已过期。`),
        next: () => '为保护账号安全，绑定已取消。请重新绑定。',
      },
      refused: {
        what: name => spaced(`${name}没有确认你的身份，可能链接已用过或已过期。`),
        next: () => '请重新绑定，并在 10 分钟内完成。',
      },
      snapshot: {
        what: name => spaced(`${name}以快照方式打开了本页，不能绑定。`),
        next: () => '请点页面底部的“使用完整服务”，再绑定。',
      },
      down: {
        what: name => spaced(`${name}暂时没有响应。`),
        next: () => '账号没有改动。请过几分钟再试。',
      },
      expired: { what: name => spaced(`绑定${name}已超过 10 分钟。`), next: () => '请重新绑定。' },
    },
  },
};
