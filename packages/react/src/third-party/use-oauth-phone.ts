/** Binds a third party's account to a phone number when it signs in for the first time. Draws nothing. */
import { registerByThirdParty, sendOauthCaptcha } from '@rollcall/account';
import {
  agreementChecks,
  agreementIds,
  type AgreementPlace,
  agreementsIn,
  orReload,
} from '../agreements/form-agreements.ts';
import { type Agreements, useAgreements } from '../agreements/use-agreements.ts';
import { code, phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useSecondStep } from '../session/use-second-step.ts';
import { useAuth } from '../provider/provider.tsx';
import { failureOf, type ThirdPartyFailure } from './failure.ts';

const RULES = { phone_number: phoneNumber, captcha: code };

export interface OauthPhoneOptions {
  /** The `oauth_ticket` of the refused sign-in. */
  readonly ticket: string;
  /** Called when the ticket is of no more use. */
  readonly onFailed: (failure: ThirdPartyFailure) => void;
  /** Called once, when the person is signed in. */
  readonly onDone: () => void;
}

export interface OauthPhoneFlow {
  readonly form: Form<'phone_number' | 'captcha', AgreementPlace>;
  readonly agreements: Agreements;
}

/**
 * Holds the state of `OauthPhone`; draws nothing.
 * @example const { form } = useOauthPhone({ ticket, onFailed, onDone: close });
 * @see `docs/third-party.md`
 */
export function useOauthPhone({ ticket: oauth_ticket, onFailed, onDone }: OauthPhoneOptions): OauthPhoneFlow {
  const auth = useAuth();
  const agreements = useAgreements('in-force');

  /** Reports a refusal that makes the ticket useless; the form shows every other one itself. */
  const orFail = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure) onFailed(failure);
      throw thrown;
    }
  };
  const secondStep = useSecondStep();
  const form = useForm<'phone_number' | 'captcha', AgreementPlace>({
    rules: RULES,
    checks: agreementChecks(agreements),
    draft: 'oauth',
    code: {
      purpose: 'oauth',
      more: () => ({ oauth_ticket }),
      ask: (phone_number, call) => orFail(sendOauthCaptcha(auth(), { phone_number, oauth_ticket }, call)),
    },
    submit: async ({ captcha }, signal, waitForUser) => {
      const agreement_ids = agreementIds(agreements);
      const fields = { oauth_ticket, captcha, agreement_ids };
      const signUp = secondStep(registerByThirdParty(auth(), fields, { signal }), waitForUser);
      await orFail(orReload(agreements, signUp));
      onDone();
    },
  });
  return { form, agreements: agreementsIn(form, agreements) };
}
