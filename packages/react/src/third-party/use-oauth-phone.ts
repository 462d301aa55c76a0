/** The phone number that a third party's account is bound to when it signs in for the first time. Draws nothing. */
import { registerByThirdParty, sendOauthCaptcha } from '@rollcall/account';
import { type Agreements, NONE_NAMED, useAgreements } from '../agreements/use-agreements.ts';
import { codeDigits } from '../fields/code-digits.ts';
import { codeMistake, phoneMistake } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth } from '../provider/provider.tsx';
import { failureOf, type ThirdPartyFailure } from './failure.ts';

const PLACES = ['phone_number', 'captcha', 'agreement_ids'] as const;
const INITIAL = { phone_number: '', captcha: '' } as const;
const SECRETS = ['captcha'] as const;

export interface OauthPhoneOptions {
  /** What the vendor's sign-in was answered with. */
  readonly ticket: string;
  /** Called when the ticket is of no more use. */
  readonly onFailed: (failure: ThirdPartyFailure) => void;
  /** Called once, when somebody is signed in. */
  readonly onDone: () => void;
}

export interface OauthPhoneFlow {
  readonly form: Form<'phone_number' | 'captcha', 'agreement_ids'>;
  readonly agreements: Agreements;
}

export function useOauthPhone({ ticket: oauth_ticket, onFailed, onDone }: OauthPhoneOptions): OauthPhoneFlow {
  const auth = useAuth();
  const agreements = useAgreements('in-force');
  const accepted = agreements.accepted || agreements.list?.length === 0;

  /** Reports a refusal that makes the ticket useless; the form shows every other one itself. */
  const reporting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure) onFailed(failure);
      throw thrown;
    }
  };
  const form = useForm<'phone_number' | 'captcha', 'agreement_ids'>({
    initial: INITIAL,
    secrets: SECRETS,
    draft: 'oauth',
    places: PLACES,
    check: typed => ({
      phone_number: phoneMistake(typed.phone_number),
      captcha: codeMistake(typed.captcha),
      agreement_ids: accepted ? undefined : { name: 'AgreementsUnsigned' },
    }),
    code: {
      purpose: 'oauth',
      ask: (phone_number, call) => reporting(sendOauthCaptcha(auth(), { phone_number, oauth_ticket }, call)),
    },
    work: async (typed, signal) => {
      const ids = (agreements.list ?? []).map(agreement => agreement.id);
      const captcha = codeDigits(typed.captcha);
      const agreement_ids = ids.length > 0 ? ids : NONE_NAMED;
      await reporting(registerByThirdParty(auth(), { oauth_ticket, captcha, agreement_ids }, { signal }));
      onDone();
    },
  });
  return {
    form,
    agreements: {
      ...agreements,
      accept: now => {
        agreements.accept(now);
        form.forgive('agreement_ids');
      },
    },
  };
}
