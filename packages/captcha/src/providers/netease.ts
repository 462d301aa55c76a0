/** NetEase Yidun. */
import { CAPTCHA_NETEASE, type checkNetease } from '@rollcall/contract';
import type { Challenge } from './provider.ts';

interface VendorError {
  readonly code?: number;
}

interface NetEaseCaptcha {
  popUp(): void;
  destroy?(): void;
}

type InitNetEase = (
  config: object,
  done: (captcha: NetEaseCaptcha) => void,
  failed: (error: VendorError) => void,
) => void;

/** The error code of a wrong attempt; the widget shows a new challenge by itself. */
const UNPASSED = 300;

/** The error codes of a script, a request or a picture that did not come, or not in time. */
const UNANSWERED = [100, 500, 501, 502, 503, 504];

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
  // The vendor requires a loader URL that changes every minute.
  const initNECaptcha = await script<InitNetEase>(
    `https://cstaticdun.126.net/load.min.js?t=${Math.floor(Date.now() / 60_000)}`,
    'initNECaptcha',
  );
  const validate = await wait<string>(({ pass, fail, unanswered, close, ready, safely }) => {
    const onError = (error?: VendorError | null) =>
      (UNANSWERED.includes(error?.code ?? 0) ? unanswered : fail)(error);
    initNECaptcha(
      {
        captchaId: appid,
        element: mount,
        mode: 'popup',
        protocol: 'https',
        width: `${Math.min(300, innerWidth - 42)}px`,
        lang: language,
        enableClose: true,
        apiVersion: 2,
        // The vendor's fallback passes every attempt with a public constant while the vendor is down.
        defaultFallback: false,
        onVerify: (error: VendorError | null, data?: { validate?: string }) => {
          if (!error && data?.validate) pass(data.validate);
          else if (error?.code !== UNPASSED) onError(error);
        },
        onClose: close,
      },
      captcha => {
        onEnd(() => captcha.destroy?.());
        safely(() => {
          ready();
          hideBox();
          captcha.popUp();
        })();
      },
      onError,
    );
  });
  return post<typeof checkNetease>(CAPTCHA_NETEASE, { validate, appid });
};
