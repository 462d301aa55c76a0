/**
 * For tests: fakes of the vendors' globals with the API that their documentation describes; a test fires each callback.
 */
import { success } from './server.ts';

/** Fires the callbacks of a vendor's instance. A callback that the vendor does not have is absent. */
export interface Stage {
  /** The config that the vendor's init got. */
  config: Record<string, unknown>;
  shown: number;
  destroyed: number;
  ready?: () => void;
  pass: () => void;
  /** One wrong attempt. */
  unpass?: () => void;
  /** @param report what the vendor reports, by code or whole. @default an error of its own */
  error: (report?: unknown) => void;
  close?: () => void;
}

export interface Vendor {
  readonly rule: string;
  readonly global: string;
  readonly script: string;
  readonly exchange: string;
  /** The path on the main backend. */
  readonly exchangeOnMain?: string;
  /** The body of the exchange, as section 7 has it. */
  readonly body: Record<string, unknown>;
  /** Other calls that the provider makes. */
  readonly calls?: Readonly<Record<string, ReturnType<typeof success>>>;
  /** The widget renders in the overlay's box. */
  readonly boxed?: boolean;
  /** Defines the global; its init calls back when `begin` is called. */
  install(): { stage: Stage; begin: () => void };
}

type Listener = (...given: never[]) => void;

const put = (name: string, value: unknown) => {
  (globalThis as unknown as Record<string, unknown>)[name] = value;
};

/** An instance with `on…` methods. */
const listening = (stage: Stage, names: readonly string[], show: string) => {
  const listeners: Record<string, Listener> = {};
  const instance: Record<string, unknown> = {
    [show]: () => void stage.shown++,
    destroy: () => void stage.destroyed++,
  };
  for (const name of names) instance[name] = (listener: Listener) => void (listeners[name] = listener);
  const say = (name: string, ...given: unknown[]) =>
    (listeners[name] as ((...all: unknown[]) => void) | undefined)?.(...given);
  return { instance, say };
};

const blank = (): Stage => ({ config: {}, shown: 0, destroyed: 0, pass: () => {}, error: () => {} });

const VALIDATE = { geetest_challenge: 'ch', geetest_validate: 'va', geetest_seccode: 'va|jordan' };

export const vendors: readonly Vendor[] = [
  {
    rule: 'GEETEST',
    global: 'initGeetest',
    script: 'https://static.geetest.com/static/js/gt.0.5.0.js',
    exchange: '/captcha/geetest/verify',
    exchangeOnMain: '/tiger/captcha/tickets/geetest',
    body: { ...VALIDATE, appid: 'app' },
    calls: {
      '/captcha/geetest/register': success({ gt: 'gt', challenge: 'ch', success: 1, new_captcha: true }),
      '/tiger/captcha/geetest/register_slide': success({
        gt: 'gt',
        challenge: 'ch',
        success: 1,
        new_captcha: true,
      }),
    },
    install: () => {
      const stage = blank();
      let begin = () => {};
      put('initGeetest', (config: Record<string, unknown>, done: (captcha: unknown) => void) => {
        stage.config = config;
        let passed = false;
        const { instance, say } = listening(
          stage,
          ['onReady', 'onSuccess', 'onFail', 'onError', 'onClose'],
          'verify',
        );
        instance.getValidate = () => passed && VALIDATE;
        stage.ready = () => say('onReady');
        stage.pass = () => {
          passed = true;
          say('onSuccess');
        };
        stage.unpass = () => say('onFail');
        stage.error = (report = { error_code: 'error_105', msg: 'ajax' }) => say('onError', report);
        stage.close = () => say('onClose');
        begin = () => done(instance);
      });
      return { stage, begin: () => begin() };
    },
  },
  {
    rule: 'TENCENT',
    global: 'TencentCaptcha',
    script: 'https://turing.captcha.qcloud.com/TJCaptcha.js',
    exchange: '/captcha/tencent',
    exchangeOnMain: '/tiger/captcha/tickets/waterproof-wall',
    body: { appid: 'app', tencentTicket: 't03abc', randomStr: '@rnd' },
    install: () => {
      const stage = blank();
      put(
        'TencentCaptcha',
        class {
          constructor(appid: string, done: (result: object) => void, options: object) {
            stage.config = { appid, ...options };
            stage.pass = () => done({ ret: 0, ticket: 't03abc', randstr: '@rnd', appid });
            stage.error = (errorCode = 1001) =>
              done({
                ret: 0,
                ticket: `trerror_${errorCode}_app_1`,
                randstr: '@x',
                errorCode,
                errorMessage: 'js',
              });
            stage.close = () => done({ ret: 2, ticket: '', randstr: '' });
          }
          show() {
            stage.shown++;
          }
          destroy() {
            stage.destroyed++;
          }
        },
      );
      return { stage, begin: () => {} };
    },
  },
  {
    rule: 'NETEASE',
    global: 'initNECaptcha',
    script: 'https://cstaticdun.126.net/load.min.js?t=28333333',
    exchange: '/captcha/netease',
    body: { validate: 'CN31_v', appid: 'app' },
    install: () => {
      const stage = blank();
      let begin = () => {};
      put(
        'initNECaptcha',
        (
          config: Record<string, (...given: unknown[]) => void>,
          done: (captcha: unknown) => void,
          failed: (error: unknown) => void,
        ) => {
          stage.config = config;
          let begun = false;
          stage.pass = () => config.onVerify?.(null, { validate: 'CN31_v' });
          stage.unpass = () => config.onVerify?.({ code: 300 });
          stage.error = (code = begun ? 504 : 432) =>
            begun ? config.onVerify?.({ code }) : failed({ code });
          stage.close = () => config.onClose?.();
          begin = () => {
            begun = true;
            done({ popUp: () => void stage.shown++, destroy: () => void stage.destroyed++ });
          };
        },
      );
      return { stage, begin: () => begin() };
    },
  },
  {
    rule: 'NEXTDATA',
    global: 'initSMCaptcha',
    script: 'https://castatic.fengkongcloud.cn/pr/v1.0.4/smcp.min.js',
    exchange: '/captcha/nextdata',
    body: { rid: 'rid1', appid: 'app' },
    install: () => {
      const stage = blank();
      let begin = () => {};
      put('initSMCaptcha', (config: Record<string, unknown>, done: (captcha: unknown) => void) => {
        stage.config = config;
        const { instance, say } = listening(stage, ['onReady', 'onSuccess', 'onError', 'onClose'], 'verify');
        stage.ready = () => say('onReady');
        stage.pass = () => say('onSuccess', { rid: 'rid1', pass: true });
        stage.unpass = () => say('onSuccess', { rid: 'rid0', pass: false });
        stage.error = (code = 2002) => say('onError', 'SERVER_ERROR', { code, message: 'server' });
        stage.close = () => say('onClose');
        begin = () => done(instance);
      });
      return { stage, begin: () => begin() };
    },
  },
  {
    rule: 'ALIYUN',
    global: 'AWSC',
    script: 'https://g.alicdn.com/AWSC/AWSC/awsc.js',
    exchange: '/captcha/aliyun',
    body: { appKey: 'app', scene: 'nc_login', sessionId: 's', sig: 'g', token: 'k' },
    boxed: true,
    install: () => {
      const stage = blank();
      let begin = () => {};
      put('AWSC', {
        use: (_name: string, done: (state: string, module?: unknown) => void) => {
          stage.error = () => done('timeout');
          begin = () =>
            done('loaded', {
              init: (config: Record<string, (given: unknown) => void>) => {
                stage.config = config;
                stage.shown++;
                stage.pass = () => config.success?.({ sessionId: 's', sig: 'g', token: 'k' });
                stage.error = (code = 'error 500') => config.error?.(code);
                stage.unpass = () => config.fail?.(800);
                return { hide: () => {}, show: () => {}, reset: () => {} };
              },
            });
        },
      });
      return { stage, begin: () => begin() };
    },
  },
];

/** Deletes the vendors' globals. */
export const uninstall = (): void => {
  for (const { global } of vendors) delete (globalThis as unknown as Record<string, unknown>)[global];
};
