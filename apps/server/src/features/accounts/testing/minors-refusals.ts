/** For tests: the refusals of the calls about pupils under 14 and their guardians, brought about. */
import type { CallName, RefusalName } from '@rollcall/contract';
import { DAILY_EXPORTS } from '../data/account-data.ts';
import { newPhone, wrongCode } from '../testing.ts';
import type { HttpAccounts } from './http.ts';
import { minorsSteps } from './minors.ts';

type Cases = { [N in CallName]?: { [R in RefusalName]?: () => Promise<unknown> } };

/** @param context the accounts, which start after the cases are listed */
export const minorsCases = (context: () => HttpAccounts): Cases => {
  const call: HttpAccounts['call'] = (name, args) => context().call(name, args);
  const steps = () => minorsSteps(context());
  const strange = async () => ({ ticket: 'f'.repeat(43), account_id: (await steps().pupil()).id });
  const of = ({ ticket, id }: { readonly ticket: string; readonly id: string }) => ({
    ticket,
    account_id: id,
  });

  return {
    setAge: {
      FutureDate: async () =>
        call('setAge', {
          token: (await context().visitor()).access,
          body: { birth_year: steps().birthYear() + 10 },
        }),
      AgeAlreadySet: async () =>
        call('setAge', {
          token: (await steps().pupil()).access,
          body: { birth_year: steps().birthYear() - 10 },
        }),
      TooManyAttempts: async () => {
        const { access: token } = await steps().again();
        const body = { birth_year: 1990 };
        for (let n = 0; n < 3; n += 1) await call('setAge', { token, body }).catch(() => undefined);
        return call('setAge', { token, body });
      },
    },
    askGuardian: {
      IllegalOperation: async () =>
        call('askGuardian', {
          token: (await context().visitor()).access,
          body: { phone_number: newPhone() },
        }),
      TooManyAttempts: async () => {
        const person = await steps().pupil();
        for (let n = 0; n < 3; n += 1) await steps().ask(person, newPhone());
        return steps().ask(person, newPhone());
      },
    },
    withdrawSignUp: {
      IllegalOperation: async () => call('withdrawSignUp', { token: (await context().visitor()).access }),
    },
    openGuardianLink: {
      CaptchaMismatch: async () => {
        const { token, captcha } = await steps().requested();
        return call('openGuardianLink', { body: { token, captcha: wrongCode(captcha) } });
      },
      LinkInvalid: () => call('openGuardianLink', { body: { token: 'AAAAAAAAAAAAAAAA', captcha: '123456' } }),
    },
    openGuardian: {
      CaptchaMismatch: async () => {
        const phone_number = newPhone();
        await call('sendGuardianCaptcha', { body: { phone_number } });
        const captcha = wrongCode(context().code(phone_number));
        return call('openGuardian', { body: { phone_number, captcha } });
      },
    },
    decideForChild: {
      WrongTicket: async () =>
        call('decideForChild', { body: { ...(await strange()), decision: 'withdraw' } }),
      EmptyAgreementIds: async () =>
        call('decideForChild', { body: { ...of(await steps().opened()), decision: 'consent' } }),
      Conflict: async () =>
        call('decideForChild', {
          body: { ...of(await steps().opened()), decision: 'consent', agreement_ids: [999_999] },
        }),
      IllegalOperation: async () =>
        call('decideForChild', { body: { ...of(await steps().consented()), decision: 'keep' } }),
    },
    correctChild: {
      WrongTicket: async () => call('correctChild', { body: { ...(await strange()), fullname: '王小明' } }),
      IllegalOperation: async () =>
        call('correctChild', { body: { ...of(await steps().opened()), fullname: '王小明' } }),
      FutureDate: async () =>
        call('correctChild', {
          body: { ...of(await steps().consented()), birthday: Date.UTC(2100, 0, 1) / 1000 },
        }),
    },
    exportChildData: {
      IllegalOperation: async () => call('exportChildData', { body: of(await steps().opened()) }),
      WrongTicket: async () => call('exportChildData', { body: await strange() }),
      TooManyAttempts: async () => {
        const body = of(await steps().consented());
        for (let n = 0; n < DAILY_EXPORTS; n += 1) await call('exportChildData', { body });
        return call('exportChildData', { body });
      },
    },
    cancelDeletion: {
      IllegalOperation: async () => {
        const one = await steps().consented();
        await call('decideForChild', { body: { ...of(one), decision: 'erase' } });
        return call('cancelDeletion', { token: one.access });
      },
    },
  };
};
