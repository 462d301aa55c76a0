/** Aliyun's AWSC slider: the only provider that renders in the overlay's box, with the prompt and the close link. */
import { ALIYUN_SCENE, CAPTCHA_ALIYUN, type checkAliyun } from '@rollcall/contract';
import type { Challenge } from './provider.ts';

interface Result {
  readonly sessionId: string;
  readonly sig: string;
  readonly token: string;
}

interface Awsc {
  use(name: 'nc', done: (state: string, module: { init(config: object): { hide?(): void } }) => void): void;
}

export const challenge: Challenge = async ({ rule, appid, language, mount, post, script, drag, wait }) => {
  const awsc = await script<Awsc>('https://g.alicdn.com/AWSC/AWSC/awsc.js', 'AWSC');
  const scene = rule.scene ?? ALIYUN_SCENE;
  const { sessionId, sig, token } = await wait<Result>(({ pass, fail, unanswered, ready, safely }) =>
    awsc.use(
      'nc',
      safely((state, module) => {
        // The states `timeout` and `fail` come without a module.
        if (!module) return unanswered(state, undefined, '验证错误');
        drag();
        module.init({
          appkey: appid,
          scene,
          renderTo: mount.id,
          language: language === 'en' ? 'en' : 'cn',
          width: mount.clientWidth || 300,
          success: pass,
          fail: (code: unknown) => fail(code, 'CaptchaFailed', '验证失败'),
          // The vendor lists no codes; those of its requests have `timeout` or an HTTP status of a server in them.
          error: (code: unknown) =>
            (/timeout|\b5\d\d\b/.test(String(code)) ? unanswered : fail)(code, undefined, '验证错误'),
        });
        ready();
      }),
    ),
  );
  return post<typeof checkAliyun>(CAPTCHA_ALIYUN, { appKey: appid, scene, sessionId, sig, token });
};
