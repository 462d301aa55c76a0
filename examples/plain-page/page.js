/** Signs in by a code, and shows the lessons to signed-in people. */
const auth = Rollcall.init({
  pid: 'little-tree',
  appid: 'plain-page',
  product_code: 'little-tree',
  platform: 'web',
  // The origin of the Rollcall server.
  host: 'http://127.0.0.1:8080',
});

const at = id => document.getElementById(id);
const form = at('sign-in');

/** Messages of the errors that this page can get. The catalogue lists all errors. */
const words = {
  InvalidPhoneNumber: '请输入 11 位手机号。',
  InvalidCaptcha: '请输入 6 位验证码。',
  CaptchaMismatch: '验证码不对，或者已经过期。',
  CaptchaTooFrequent: '刚刚发送过验证码，请稍等一会儿。',
  CaptchaLimitReached: '今天不能再给这个号码发验证码了。',
  CaptchaClosed: '完成验证后才能继续。',
  InvalidTicket: '验证没有通过，请再试一次。',
  TooManyAttempts: '试得太多了，请过一会儿再来。',
  SecondFactorRequired: '这个账号开启了两步验证，请在登录页完成。',
  Disagreed: '请先阅读并同意协议。',
  AccountBlocked: '这个账号已被停用，请联系老师。',
  RequestError: '网络不通，请再试一次。',
  RequestTimeout: '网络太慢，请再试一次。',
};

/** A link to a page of the server. */
const linkTo = (path, text) => {
  const link = document.createElement('a');
  link.href = new URL(path, auth.params.host);
  link.textContent = text;
  return link;
};

/** Runs the work of a button, one run at a time, and shows its error. */
async function press(button, work) {
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  at('problem').textContent = '';
  try {
    await work();
  } catch (error) {
    at('problem').textContent = words[error.name] ?? '出了点问题，请再试一次。';
    // The server's own sign-in page asks for the second step.
    if (error.name === 'SecondFactorRequired') at('problem').append(' ', linkTo('/sign-in', '去登录页'));
  } finally {
    button.ariaDisabled = 'false';
  }
}

/** Makes the call. If the server requires a human verification, runs it and repeats the call. */
async function guarded(scene, identity, call) {
  try {
    return await call({});
  } catch (error) {
    if (error.name !== 'InvalidTicket') throw error;
    const captcha = await RollcallCaptcha.verify({ ...auth.params, scene, identity });
    return call({ captcha });
  }
}

/** Counts the seconds down on the button, until the next code can be requested. */
function wait(button, seconds) {
  const label = button.textContent;
  const until = Date.now() + seconds * 1000;
  const timer = setInterval(() => {
    const left = Math.ceil((until - Date.now()) / 1000);
    button.ariaDisabled = String(left > 0);
    button.textContent = left > 0 ? `${left} 秒` : label;
    if (left <= 0) clearInterval(timer);
  }, 250);
}

/** The agreements in force, each with a link; signing in accepts them. Undefined until they are shown. */
let agreements;
const showAgreements = async () => {
  agreements = await Rollcall.getAgreements(auth, { language: 'zh-CN' });
  at('agreements').replaceChildren(
    ...agreements.map(({ title, url }) => Object.assign(linkTo(url, `《${title}》`), { target: '_blank' })),
  );
  form.elements.agree.closest('label').hidden = agreements.length === 0;
};

at('send').addEventListener('click', () => {
  void press(at('send'), async () => {
    const phone_number = Rollcall.phoneNumberFrom(form.elements.phone.value);
    const { retry_after } = await guarded('silence', phone_number, options =>
      Rollcall.sendSilentLoginCaptcha(auth, { phone_number }, options),
    );
    at('sent').textContent =
      `验证码已发送到 ${phone_number.slice(0, 3)}****${phone_number.slice(-4)}，请查看短信。`;
    form.elements.code.focus();
    wait(at('send'), retry_after);
  });
});

form.addEventListener('submit', event => {
  event.preventDefault();
  void press(event.submitter ?? form, async () => {
    if (!agreements) await showAgreements();
    if (agreements.length > 0 && !form.elements.agree.checked)
      throw Object.assign(new Error(), { name: 'Disagreed' });
    await Rollcall.loginSilently(auth, {
      phone_number: Rollcall.phoneNumberFrom(form.elements.phone.value),
      captcha: Rollcall.codeFrom(form.elements.code.value),
      agreement_ids: agreements.length > 0 ? agreements.map(({ id }) => id) : [-1],
    });
    at('sent').textContent = '';
  });
});

at('out').addEventListener('click', () => {
  void press(at('out'), () => Rollcall.logout(auth));
});

/** Called after every sign-in and sign-out, in this tab and in others. */
async function show(signedIn) {
  form.hidden = signedIn;
  at('here').hidden = !signedIn;
  at('out').hidden = !signedIn;
  if (!signedIn) {
    // Where they do not come they are asked for again when the form is sent.
    if (!agreements) await showAgreements().catch(() => {});
    return;
  }
  const profile = await Rollcall.getProfile(auth).catch(() => undefined);
  if (profile) at('name').textContent = profile.nickname;
}

auth.onChange((signedIn, anotherPerson) => (anotherPerson ? location.reload() : show(signedIn)));
void show(auth.signedIn());
