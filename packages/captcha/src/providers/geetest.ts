/** GeeTest 3, the slide. */
import {
  CAPTCHA_GEETEST_REGISTER,
  CAPTCHA_GEETEST_VERIFY,
  CAPTCHA_REGISTER_SLIDE,
  CAPTCHA_TICKETS_GEETEST,
  type checkGeetest,
  type registerGeetest,
} from '@rollcall/contract';
import { CaptchaError } from '../errors.ts';
import type { Challenge, ChallengeCallbacks, Verification } from './provider.ts';

interface Validate {
  readonly geetest_challenge: string;
  readonly geetest_validate: string;
  readonly geetest_seccode: string;
}

interface Geetest {
  onReady(done: () => void): void;
  onSuccess(done: () => void): void;
  onError(done: (error: unknown) => void): void;
  onClose(done: () => void): void;
  /** Falsy before a pass. */
  getValidate(): Validate | false | undefined;
  verify(): void;
  destroy?(): void;
}

type InitGeetest = (config: object, done: (captcha: Geetest) => void) => void;

/**
 * Whether the loader, which gives a text, or the instance, which gives a code, says that a request got no answer: of get.php, ajax.php or a
 * picture.
 */
const isUnanswered = (error: unknown): boolean => {
  const { error_code, code } = (error ?? {}) as { error_code?: unknown; code?: unknown };
  return /^(?:networkError|网络错误|error_10[458])$/.test(String(error_code ?? code ?? error));
};

/** Fetches the parameters; repeats a failed fetch up to `retries` times (specification, sections 4 and 9). */
const parameters = async ({ post, appid, retries, wait }: Verification) => {
  let lost = false;
  for (let left = retries; left >= 0; left--) {
    try {
      const given = await post<typeof registerGeetest>(
        CAPTCHA_GEETEST_REGISTER,
        { appid },
        CAPTCHA_REGISTER_SLIDE,
      );
      if (given.gt && given.challenge) return given;
      lost = false;
    } catch (error) {
      // Any failure ends in the specification's message below.
      lost = error instanceof CaptchaError && error.status === undefined;
    }
  }
  return wait<never>(({ fail, unanswered }: ChallengeCallbacks<never>) =>
    (lost ? unanswered : fail)(
      undefined,
      'GeetestInitFailed',
      'Get geetest init params fail, please reload the page or try again later.',
    ),
  );
};

export const challenge: Challenge = async verification => {
  const { appid, language, post, script, hideBox, wait, onEnd } = verification;
  const [initGeetest, { gt, challenge, success }] = await Promise.all([
    script<InitGeetest>('https://static.geetest.com/static/js/gt.0.5.0.js', 'initGeetest'),
    parameters(verification),
  ]);
  const passed = await wait<Validate>(({ pass, fail, unanswered, close, ready, safely }) => {
    const onError = (error: unknown) => (isUnanswered(error) ? unanswered : fail)(error);
    initGeetest(
      {
        gt,
        challenge,
        offline: !success,
        new_captcha: true,
        product: 'bind',
        width: '300px',
        lang: language.toLowerCase(),
        https: true,
        onError: (error: unknown) => {
          // The loader remembers its failure: the next verification loads another one.
          Reflect.deleteProperty(globalThis, 'initGeetest');
          onError(error);
        },
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
          captcha.onSuccess(
            safely(() => {
              const validate = captcha.getValidate();
              if (validate) pass(validate);
              else fail();
            }),
          );
          captcha.onError(onError);
          captcha.onClose(close);
        })();
      },
    );
  });
  const { geetest_challenge, geetest_validate, geetest_seccode } = passed;
  return post<typeof checkGeetest>(
    CAPTCHA_GEETEST_VERIFY,
    { geetest_challenge, geetest_validate, geetest_seccode, appid },
    CAPTCHA_TICKETS_GEETEST,
  );
};
