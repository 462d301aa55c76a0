import {
  type AnswerOf,
  type BodyOf,
  type Call,
  CAPTCHA_GRAPH_RULE,
  CAPTCHA_RULE,
  type CaptchaTicket,
  type getCaptchaRule,
} from '@rollcall/contract';
import { CaptchaError, closed, fatal, incorrect } from './errors.ts';
import { lifetime } from './lifetime.ts';
import type { Language, Overlay } from './overlay.ts';
import type { ClientParams } from './params.ts';
import { byDefault } from './providers/default.ts';
import type { Challenge } from './providers/provider.ts';
import { type HttpRequest, request } from './request.ts';
import { vendorGlobal } from './script.ts';

export interface VerifyOptions extends ClientParams {
  /** Whom it is about: the phone number, e-mail address or username that the guarded call will name. */
  readonly identity: string;
  /** What is guarded: the purpose of a call that sends a code, such as `register`, or `security`. */
  readonly scene: string;
  /** Which host kind is asked (specification, section 7). The main backend serves GeeTest and Tencent. Default: `platform`. */
  readonly service?: 'platform' | 'main' | undefined;
  /** Default: the document's language, if that is English; else zh-CN. */
  readonly language?: Language | undefined;
  /** How often the fetch of GeeTest's parameters is repeated. Default: 3. */
  readonly retries?: number | undefined;
  /** From `device`. Default: the device is not told. */
  readonly deviceId?: (() => Promise<string>) | undefined;
  /** Ends the verification, when the page that asked for it goes away, with CaptchaClosed (52). */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the browser's XMLHttpRequest. */
  readonly createRequest?: (() => HttpRequest) | undefined;
}

/** For the headers X-Captcha-Ticket and X-Captcha-Id of the guarded call. */
export interface Verified {
  readonly ticket: string;
  readonly id?: string | undefined;
}

/** Exactly one of them is called, once. */
export interface Callbacks {
  readonly onSuccess?: ((verified: Verified) => void) | undefined;
  readonly onFailure?: ((error: CaptchaError) => void) | undefined;
  readonly onClose?: ((error: CaptchaError) => void) | undefined;
}

/** Each in a file of its own, loaded when its rule comes; the overlay too, for most people are never asked. */
const providers: Readonly<Record<string, () => Promise<{ readonly challenge: Challenge }>>> = {
  GEETEST: () => import('./providers/geetest.ts'),
  TENCENT: () => import('./providers/tencent.ts'),
  NETEASE: () => import('./providers/netease.ts'),
  NEXTDATA: () => import('./providers/nextdata.ts'),
  ALIYUN: () => import('./providers/aliyun.ts'),
  ALTCHA: () => import('./providers/altcha.ts'),
};

const start = (options: VerifyOptions): Promise<Verified> => {
  const { identity, scene, pid, signal, service, requestTimeout: limit = 20_000 } = options;
  const opener = document.activeElement;
  const { wait, end, over, onEnd } = lifetime(limit);
  let attempt: string | undefined;

  const post = <C extends Call>(path: C['path'], body: BodyOf<C>, main?: string) =>
    new Promise<AnswerOf<C>>((resolve, reject) => {
      if (over()) return;
      const xhr = options.createRequest?.() ?? new XMLHttpRequest();
      onEnd(() => xhr.abort());
      const onMain = service === 'main' && main;
      request(
        options,
        onMain ? 'main' : 'platform',
        onMain || path,
        { ...(body as object | undefined), attempt },
        limit,
        xhr,
      ).then(data => resolve(data as AnswerOf<C>), reject);
    });

  /** Section 4, step by step. */
  const flow = async (close: () => void): Promise<Verified> => {
    const deviceId = (await options.deviceId?.()) ?? '';
    const rule = await post<typeof getCaptchaRule>(
      CAPTCHA_RULE,
      { identity, scene, pid, deviceId, timestamp: Math.floor(Date.now() / 1000) },
      CAPTCHA_GRAPH_RULE,
    );
    const load = Object.hasOwn(providers, rule.rule) && providers[rule.rule];
    let answer: CaptchaTicket;
    if (load) {
      attempt = rule.attempt;
      const language = options.language ?? (/^en/i.test(document.documentElement.lang) ? 'en' : 'zh-CN');
      const [overlay, { challenge }] = await Promise.all([
        wait<Overlay>(({ pass, safely, broken }) => {
          import('./overlay.ts').then(
            safely(({ openOverlay }) => {
              const opened = openOverlay(language, opener, close);
              onEnd(opened.end);
              pass(opened);
            }),
            broken,
          );
        }),
        wait<{ readonly challenge: Challenge }>(({ pass, broken }) => {
          load().then(pass, broken);
        }),
      ]);
      answer = await challenge({
        rule,
        appid: rule.appid ?? '',
        language,
        retries: options.retries ?? 3,
        ...overlay,
        wait,
        onEnd,
        over,
        script: <T>(address: string, name: string) =>
          vendorGlobal(rule.script ?? address, name, limit) as Promise<T>,
        post,
      });
    } else answer = byDefault(rule);
    if (!answer.ticket) throw incorrect(answer);
    return { ticket: answer.ticket, id: answer.appid ?? rule.appid };
  };

  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      end();
      reject(error instanceof CaptchaError ? error : fatal(error));
    };
    const close = () => fail(closed());
    if (signal?.aborted) return close();
    signal?.addEventListener('abort', close);
    onEnd(() => signal?.removeEventListener('abort', close));
    flow(close).finally(end).then(resolve, fail);
  });
};

/**
 * Verifies that a person is there, as far as the server wants to know (specification, section 4): asks for the rule,
 * shows the challenge that it names, and exchanges the result for a ticket. Where nobody need be asked nothing is drawn.
 *
 * The promise settles exactly once, whatever the vendor's script does; when it has settled, the vendor's instance is
 * destroyed, the focus is back, requests are aborted, and 600 ms later the mask is gone.
 *
 * @param callbacks the same outcome for callers without promises; with them a rejection need not be caught
 * @throws CaptchaError see there; by rejection
 */
export const verify = (options: VerifyOptions, callbacks?: Callbacks): Promise<Verified> => {
  const outcome = start(options);
  if (callbacks) {
    void outcome.then(callbacks.onSuccess, (error: CaptchaError) =>
      (error.name === 'CaptchaClosed' ? callbacks.onClose : callbacks.onFailure)?.(error),
    );
  }
  return outcome;
};
