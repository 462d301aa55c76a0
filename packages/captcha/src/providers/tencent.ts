/** Tencent's captcha, the "waterproof wall". */
import { CAPTCHA_TENCENT, CAPTCHA_TICKETS_WATERPROOF_WALL, type checkTencent } from '@rollcall/contract';
import type { Challenge } from './provider.ts';

interface Result {
  /** 0: passed, or the vendor failed (`errorCode`); 2: closed by the person. */
  readonly ret: number;
  readonly ticket: string;
  readonly randstr: string;
  readonly errorCode?: number;
  readonly errorMessage?: string;
}

type TencentCaptcha = new (
  appid: string,
  done: (result: Result) => void,
  options: object,
) => { show(): void; destroy?(): void };

/** The error codes of a script, a frame or a request that did not come. */
const UNANSWERED = [1001, 1002, 1003, 1004, 1005, 1007, 1008];

export const challenge: Challenge = async ({ appid, language, post, script, hideBox, wait, onEnd }) => {
  const Captcha = await script<TencentCaptcha>(
    'https://turing.captcha.qcloud.com/TJCaptcha.js',
    'TencentCaptcha',
  );
  const { ticket, randstr } = await wait<Result>(({ pass, fail, unanswered, close, ready, safely }) => {
    const captcha = new Captcha(
      appid,
      safely((result: Result) => {
        if (result.ret === 2) close();
        else if (UNANSWERED.includes(result.errorCode ?? 0)) unanswered(result);
        // A disaster ticket (`trerror_`) can be forged, so it is refused.
        else if (result.ret || result.errorCode || !result.ticket || result.ticket.startsWith('trerror_'))
          fail(result);
        else pass(result);
      }),
      { userLanguage: language.toLowerCase() },
    );
    onEnd(() => captcha.destroy?.());
    // The vendor's own time-outs end in a disaster ticket.
    ready();
    hideBox();
    captcha.show();
  });
  return post<typeof checkTencent>(
    CAPTCHA_TENCENT,
    { appid, tencentTicket: ticket, randomStr: randstr },
    CAPTCHA_TICKETS_WATERPROOF_WALL,
  );
};
