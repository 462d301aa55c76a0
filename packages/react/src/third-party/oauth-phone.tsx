/** The phone number that a third party's account is bound to when it signs in for the first time. */
import { registerByThirdParty, sendOauthCaptcha } from '@rollcall/account';
import { type FormEvent, useId, useRef } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { NONE_NAMED, useAgreements } from '../agreements/use-agreements.ts';
import { codeFigures } from '../fields/code.ts';
import { CodeInput } from '../fields/code-input.tsx';
import fieldsCss from '../fields/fields.module.css';
import { codeMistake, phoneMistake } from '../fields/mistakes.ts';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useFirstFocus } from '../fields/use-first-focus.ts';
import { useForm } from '../fields/use-form.ts';
import { Confirm, FormProblem, Slow } from '../fields/work.tsx';
import { useAuth, useRollcall } from '../session/provider.tsx';
import { type End, endOf } from './use-third-party-finish.ts';
import { thirdPartyWords } from './words.ts';

const PLACES = ['phone_number', 'captcha', 'agreement_ids'] as const;
const INITIAL = { phone_number: '', captcha: '' } as const;
const SECRETS = ['captcha'] as const;

/** `onEnded` is told where the ticket is of no more use; `onDone` when somebody is signed in. */
export function OauthPhone(props: { ticket: string; onEnded: (end: End) => void; onDone: () => void }) {
  const { ticket: oauth_ticket, onEnded, onDone } = props;
  const { phrases } = useRollcall();
  const words = thirdPartyWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  const agreements = useAgreements('in-force');
  const accepted = agreements.accepted || agreements.list?.length === 0;
  useFirstFocus(box);

  /** What ends the ticket ends this form; all else stays in it. */
  const orEnd = async <T,>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      const end = endOf(thrown);
      if (end) onEnded(end);
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
      ask: (phone_number, call) => orEnd(sendOauthCaptcha(auth(), { phone_number, oauth_ticket }, call)),
    },
    work: async (typed, signal) => {
      const ids = (agreements.list ?? []).map(agreement => agreement.id);
      await orEnd(
        registerByThirdParty(
          auth(),
          {
            oauth_ticket,
            captcha: codeFigures(typed.captcha),
            agreement_ids: ids.length > 0 ? ids : NONE_NAMED,
          },
          { signal },
        ),
      );
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.submit() === 'agreement_ids') document.getElementById(`${id}agreements`)?.focus();
  };
  return (
    <form
      ref={box}
      className={fieldsCss.form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={words.phoneTitle}
    >
      <FormProblem problem={form.problem} retry={form.again} />
      <PhoneInput id={`${id}phone`} {...form.of('phone_number')} first />
      <div>
        <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
        <Slow phase={form.code.task.phase} />
      </div>
      <AgreementTick
        id={`${id}agreements`}
        agreements={{
          ...agreements,
          accept: now => {
            agreements.accept(now);
            form.forgive('agreement_ids');
          },
        }}
        problem={form.problems.agreement_ids}
      />
      <Confirm task={form.task} label={words.phoneSubmit} busy={phrases.signIn.submitting} />
    </form>
  );
}
