/** NextData, by Shumei. */
import { CAPTCHA_NEXTDATA, type checkNextdata } from '@rollcall/contract';
import type { Challenge } from './provider.ts';

interface NextDataCaptcha {
  onReady(done: () => void): void;
  onSuccess(done: (result: { rid: string; pass: boolean }) => void): void;
  onError(done: (type: unknown, error: { code?: number }) => void): void;
  onClose(done: () => void): void;
  verify(): void;
  destroy?(): void;
}

type InitNextData = (config: object, done: (captcha: NextDataCaptcha) => void) => void;

const TIMED_OUT = 2005;

/** The error codes of a file or a request that did not come, or not in time. */
const UNANSWERED = [2001, 2002, TIMED_OUT];

export const challenge: Challenge = async ({
  appid,
  language,
  mount,
  post,
  script,
  hideBox,
  wait,
  onEnd,
}) => {
  const initSMCaptcha = await script<InitNextData>(
    'https://castatic.fengkongcloud.cn/pr/v1.0.4/smcp.min.js',
    'initSMCaptcha',
  );
  const rid = await wait<string>(({ pass, fail, unanswered, close, ready, safely }) => {
    const onError = (type: unknown, error?: { code?: number }) =>
      (UNANSWERED.includes(error?.code ?? 0) ? unanswered : fail)(
        error ?? type,
        error?.code === TIMED_OUT ? 'CaptchaVendorTimeout' : undefined,
      );
    initSMCaptcha(
      {
        organization: appid,
        appId: 'default',
        product: 'popup',
        mode: 'slide',
        appendTo: mount.id,
        width: 300,
        lang: language.toLowerCase(),
        https: true,
        maskBindClose: true,
        onError,
      },
      captcha => {
        onEnd(() => captcha.destroy?.());
        safely(() => {
          captcha.onReady(
            safely(() => {
              ready();
              hideBox();
              captcha.verify();
            }),
          );
          // Also called for a wrong attempt; the widget then shows a new challenge by itself.
          captcha.onSuccess(result => {
            if (result.pass) pass(result.rid);
          });
          captcha.onError(onError);
          captcha.onClose(close);
        })();
      },
    );
  });
  return post<typeof checkNextdata>(CAPTCHA_NEXTDATA, { rid, appid });
};
