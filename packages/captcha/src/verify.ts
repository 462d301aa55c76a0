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
  /** The phone number, e-mail address or username that the guarded call will send. */
  readonly identity: string;
  /** The guarded action: the purpose of a call that sends a code, such as `register`, or `security` for `login/security`. */
  readonly scene: string;
  /**
   * The host kind to call (specification, section 7). The main backend serves GeeTest and Tencent only.
   * @default 'platform'
   */
  readonly service?: 'platform' | 'main' | undefined;
  /** Absent: the document's language if that is English, else zh-CN. */
  readonly language?: Language | undefined;
  /**
   * How often a failed fetch of GeeTest's parameters is repeated.
   * @default 3
   */
  readonly retries?: number | undefined;
  /** The fingerprint, from `device`. Absent: none is sent. */
  readonly deviceId?: (() => Promise<string>) | undefined;
  /** Aborts the verification with CaptchaClosed (52), such as when its page is left. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the browser's XMLHttpRequest. */
  readonly createRequest?: (() => HttpRequest) | undefined;
}

/** The headers X-Captcha-Ticket and X-Captcha-Id of the guarded call. */
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

/** Providers and the overlay are loaded on demand, because most verifications need no challenge. */
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
  const { wait, end, isOver, onEnd } = lifetime(limit);
  let attempt: string | undefined;

  const post = <C extends Call>(path: C['path'], body: BodyOf<C>, main?: string) =>
    new Promise<AnswerOf<C>>((resolve, reject) => {
      if (isOver()) return;
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

  /** The steps of the specification's section 4. */
  const flow = async (close: () => void): Promise<Verified> => {
    const deviceId = (await options.deviceId?.()) ?? '';
    const rule = await post<typeof getCaptchaRule>(
      CAPTCHA_RULE,
      { identity, scene, pid, deviceId, timestamp: Math.floor(Date.now() / 1000) },
      CAPTCHA_GRAPH_RULE,
    );
    const load = Object.keys(providers).includes(rule.rule) && providers[rule.rule];
    let answer: CaptchaTicket;
    if (load) {
      attempt = rule.attempt;
      const language = options.language ?? (/^en/i.test(document.documentElement.lang) ? 'en' : 'zh-CN');
      const [overlay, { challenge }] = await Promise.all([
        wait<Overlay>(({ pass, safely, missing }) => {
          import('./overlay.ts').then(
            safely(({ openOverlay }) => {
              const opened = openOverlay(language, opener, close);
              onEnd(opened.end);
              pass(opened);
            }),
            missing,
          );
        }),
        wait<{ readonly challenge: Challenge }>(({ pass, missing }) => {
          load().then(pass, missing);
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
        isOver,
        script: <T>(url: string, name: string) => vendorGlobal(rule.script ?? url, name, limit) as Promise<T>,
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
 * Runs the human verification (specification, section 4): fetches the rule, shows the challenge that it names, and
 * exchanges the result for a ticket. Without a challenge nothing is shown.
 *
 * The promise settles exactly once, for any behaviour of the vendor's script. By then the vendor's instance is destroyed, the
 * focus is returned and requests are aborted; 600 ms later the mask is removed.
 *
 * @param callbacks the same outcome for callers without promises; a rejection then need not be caught
 * @returns the ticket for the guarded call; rejects with a CaptchaError
 * @example const { ticket } = await verify({ ...auth.params, identity: phone, scene: 'register' });
 * @see `docs/plain-page.md`
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
