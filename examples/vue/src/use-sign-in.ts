import {
  codeFrom,
  getAgreements,
  loginSilently,
  phoneNumberFrom,
  sendSilentLoginCaptcha,
} from '@rollcall/account';
import { onMounted, onUnmounted, reactive } from 'vue';
import { problemOf } from './problems';
import { auth, guarded, host } from './rollcall';

type Agreement = Awaited<ReturnType<typeof getAgreements>>[number];

export function useSignIn() {
  const form = reactive({
    phone: '',
    code: '',
    agreed: false,
    /** Undefined until they are loaded; empty: there are none. */
    agreements: undefined as readonly Agreement[] | undefined,
    /** The number that the last code was sent to. */
    sentTo: '',
    /** Seconds until another code can be sent. */
    wait: 0,
    busy: false,
    problem: '',
    /** The account has a second step, which the server's own sign-in page knows. */
    secondStep: false,
  });

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (form.busy) return;
    Object.assign(form, { busy: true, problem: '', secondStep: false });
    try {
      await work();
    } catch (error) {
      form.problem = problemOf(error);
      form.secondStep = error instanceof Error && error.name === 'SecondFactorRequired';
    } finally {
      form.busy = false;
    }
  };

  const loadAgreements = async () => {
    const list = await getAgreements(auth, { language: 'zh-CN' });
    form.agreements = list.map(one => ({ ...one, url: host + one.url }));
    return form.agreements;
  };
  // Where they do not come they are asked for again when the form is sent.
  onMounted(() => void loadAgreements().catch(() => {}));

  let timer: ReturnType<typeof setInterval> | undefined;
  const countDown = (seconds: number) => {
    const until = Date.now() + seconds * 1000;
    const tick = () => {
      form.wait = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      if (form.wait === 0) clearInterval(timer);
    };
    clearInterval(timer);
    timer = setInterval(tick, 250);
    tick();
  };
  onUnmounted(() => clearInterval(timer));

  const sendCode = () =>
    run(async () => {
      const phone_number = phoneNumberFrom(form.phone);
      const { retry_after } = await guarded('silence', phone_number, options =>
        sendSilentLoginCaptcha(auth, { phone_number }, options),
      );
      form.sentTo = `${phone_number.slice(0, 3)}****${phone_number.slice(-4)}`;
      countDown(retry_after);
    });

  const signIn = () =>
    run(async () => {
      const agreements = form.agreements ?? (await loadAgreements());
      if (agreements.length > 0 && !form.agreed) {
        form.problem = '请先阅读并同意协议。';
        return;
      }
      await loginSilently(auth, {
        phone_number: phoneNumberFrom(form.phone),
        captcha: codeFrom(form.code),
        agreement_ids: agreements.length > 0 ? agreements.map(({ id }) => id) : [-1],
      });
    });

  return { form, sendCode, signIn };
}
