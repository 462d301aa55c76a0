/** Every refusal that the contract's account calls name and that a handler gives: each is brought about. */
import { type CallName, calls, fieldRefusals, type RefusalName } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhone, PASSWORD, PID, refusalOf, type TestAccounts, testAccounts, wrongCode } from './testing.ts';

let room: TestAccounts;
beforeAll(async () => {
  room = await testAccounts({ env: { ROLLCALL_PIDS: PID } });
});
afterAll(() => room.close());

type Case = () => Promise<unknown>;
const pid = PID;
const agreement_ids = [-1];

const codeTo = async (
  call: 'sendRegisterCaptcha' | 'sendLoginCaptcha' | 'sendSilentLoginCaptcha',
  phone: string,
) => {
  await room.call(call, { body: { phone_number: phone, pid } });
  return room.code(phone);
};
const often = (
  call: 'sendRegisterCaptcha' | 'sendLoginCaptcha' | 'sendSilentLoginCaptcha',
  phone: () => Promise<string>,
) => ({
  CaptchaTooFrequent: async () => {
    const body = { phone_number: await phone(), pid };
    await room.call(call, { body });
    return room.call(call, { body });
  },
  CaptchaLimitReached: async () => {
    const body = { phone_number: await phone(), pid };
    for (let sent = 0; sent < 10; sent += 1) {
      await room.call(call, { body });
      room.now.move(60_000);
    }
    return room.call(call, { body });
  },
});
const registered = async () => (await room.register()).phone;
const forPid = (call: CallName, rest: object) => ({
  IllegalPid: () => room.call(call, { body: { ...rest, pid: 'elsewhere' } } as never),
});
const withToken = (call: CallName, body?: unknown) => {
  const asked = (token: string) => room.call(call, { body, token } as never);
  return {
    TokenInvalid: () => asked('no.token.atall'),
    AccountBlocked: async () => {
      const { id, access } = await room.register();
      await room.block(id);
      return asked(access);
    },
  };
};
const phoneEntrance = (phone_number: string, captcha: string) => ({ body: { phone_number, captcha, pid } });
const blockedBeforeEntrance = async (call: 'loginByPhone' | 'loginSilently') => {
  const { id, phone } = await room.register();
  const captcha = await codeTo(
    call === 'loginByPhone' ? 'sendLoginCaptcha' : 'sendSilentLoginCaptcha',
    phone,
  );
  await room.block(id);
  return room.call(call, phoneEntrance(phone, captcha));
};
const password = (identity: string, typed: string) =>
  room.call('loginByAccount', { body: { identity, password: typed, pid } });
const newBody = (phone_number: string, captcha: string) => ({
  body: { phone_number, captcha, password: PASSWORD, agreement_ids, pid },
});

const cases: { [N in CallName]: { [R in RefusalName]?: Case } } = {
  sendRegisterCaptcha: {
    ...forPid('sendRegisterCaptcha', { phone_number: newPhone() }),
    ...often('sendRegisterCaptcha', async () => newPhone()),
    PhoneRegistered: async () => codeTo('sendRegisterCaptcha', await registered()),
  },
  registerByPhone: {
    ...forPid('registerByPhone', newBody(newPhone(), '123456').body),
    CaptchaMismatch: async () => {
      const phone = newPhone();
      const code = await codeTo('sendRegisterCaptcha', phone);
      return room.call('registerByPhone', newBody(phone, wrongCode(code)));
    },
    PhoneRegistered: async () => {
      const phone = newPhone();
      const code = await codeTo('sendRegisterCaptcha', phone);
      await room.call('loginSilently', phoneEntrance(phone, await codeTo('sendSilentLoginCaptcha', phone)));
      return room.call('registerByPhone', newBody(phone, code));
    },
  },
  sendLoginCaptcha: {
    ...forPid('sendLoginCaptcha', { phone_number: newPhone() }),
    ...often('sendLoginCaptcha', registered),
    PhoneUnregistered: () => codeTo('sendLoginCaptcha', newPhone()),
  },
  loginByPhone: {
    ...forPid('loginByPhone', phoneEntrance(newPhone(), '123456').body),
    CaptchaMismatch: async () => {
      const phone = await registered();
      return room.call(
        'loginByPhone',
        phoneEntrance(phone, wrongCode(await codeTo('sendLoginCaptcha', phone))),
      );
    },
    PhoneUnregistered: () => room.call('loginByPhone', phoneEntrance(newPhone(), '123456')),
    AccountBlocked: () => blockedBeforeEntrance('loginByPhone'),
  },
  sendSilentLoginCaptcha: {
    ...forPid('sendSilentLoginCaptcha', { phone_number: newPhone() }),
    ...often('sendSilentLoginCaptcha', async () => newPhone()),
  },
  loginSilently: {
    ...forPid('loginSilently', phoneEntrance(newPhone(), '123456').body),
    CaptchaMismatch: () => room.call('loginSilently', phoneEntrance(newPhone(), '123456')),
    AccountBlocked: () => blockedBeforeEntrance('loginSilently'),
  },
  loginByAccount: {
    ...forPid('loginByAccount', { identity: 'somebody', password: PASSWORD }),
    WrongCredentials: async () => password(await registered(), 'Wrong-1'),
    AccountBlocked: async () => {
      const { id, phone } = await room.register();
      await room.block(id);
      return password(phone, PASSWORD);
    },
    TooManyAttempts: async () => {
      const phone = await registered();
      for (let n = 0; n < 5; n += 1) await refusalOf(password(phone, 'Wrong-1'));
      return password(phone, PASSWORD);
    },
  },
  logout: {
    ...withToken('logout', { refresh_token: 'x' }),
    RefreshTokenInvalid: async () => {
      const [mine, other] = [await room.register(), await room.register()];
      return room.call('logout', { body: { refresh_token: other.refresh }, token: mine.access });
    },
  },
  refreshTokens: {
    RefreshTokenInvalid: () => room.call('refreshTokens', { body: { refresh_token: 'x' } }),
    AccountBlocked: async () => {
      const { id, refresh } = await room.register();
      await room.block(id);
      return room.call('refreshTokens', { body: { refresh_token: refresh } });
    },
  },
  deleteTokens: withToken('deleteTokens'),
  convertTokens: { CookieInvalid: () => room.call('convertTokens') },
  getProfile: withToken('getProfile'),
  updateProfile: {
    ...withToken('updateProfile', {}),
    FutureDate: async () => {
      const { access } = await room.register();
      const birthday = Math.floor(room.now() / 1000) + 24 * 3600;
      return room.call('updateProfile', { body: { birthday }, token: access });
    },
    NicknameExists: async () => {
      const [one, other] = [await room.register(), await room.register()];
      await room.call('updateProfile', { body: { nickname: 'Ａnna' }, token: one.access });
      return room.call('updateProfile', { body: { nickname: 'anna' }, token: other.access });
    },
  },
  getPrivacy: withToken('getPrivacy'),
  getOauths: withToken('getOauths'),
  setUsername: {
    ...withToken('setUsername', { username: 'somebody_1' }),
    UsernameAlreadySet: async () => {
      const { access } = await room.register();
      await room.call('setUsername', { body: { username: 'first_name' }, token: access });
      return room.call('setUsername', { body: { username: 'second_name' }, token: access });
    },
    UsernameExists: async () => {
      const [one, other] = [await room.register(), await room.register()];
      await room.call('setUsername', { body: { username: 'Wanted_1' }, token: one.access });
      return room.call('setUsername', { body: { username: 'wanted_1' }, token: other.access });
    },
  },
  getGradeList: {},
  getAgreements: { IllegalPid: () => room.call('getAgreements', { query: { pid: 'elsewhere' } }) },
  getUnsignedAgreements: {
    ...withToken('getUnsignedAgreements'),
    IllegalPid: () => room.call('getUnsignedAgreements', { query: { pid: 'elsewhere' } }),
  },
  signAgreements: {
    ...withToken('signAgreements', { agreement_ids, pid }),
    IllegalPid: async () => {
      const { access } = await room.register();
      return room.call('signAgreements', { body: { agreement_ids, pid: 'elsewhere' }, token: access });
    },
  },
  getProtocols: forPid('getProtocols', { codeList: ['user-agreement'] }),
};

/** Judged by the field rules before a handler is asked, or with the human verification's ticket. */
const ofRoutes = new Set<string>(Object.values(fieldRefusals).filter(name => name !== 'IllegalPid')).add(
  'InvalidTicket',
);

/** Nobody can be blocked before there is an older site whose session is converted. */
const ofConverters = new Set(['convertTokens AccountBlocked']);

describe('every refusal of every call', () => {
  const wanted = Object.entries(calls).flatMap(([name, call]) =>
    call.refusals.filter(refusal => !ofRoutes.has(refusal)).map(refusal => `${name} ${refusal}`),
  );
  const given = Object.entries(cases).flatMap(([name, row]) =>
    Object.entries(row).map(([refusal, bring]) => ({ title: `${name} ${refusal}`, refusal, bring })),
  );

  test('the table names what the contract names', () => {
    const now = wanted.filter(title => !ofConverters.has(title));
    expect(given.map(one => one.title).sort()).toEqual(now.sort());
  });

  test.each(given)('$title', async ({ refusal, bring }) => {
    expect(await refusalOf(bring())).toMatchObject({ refusal });
  });
});
