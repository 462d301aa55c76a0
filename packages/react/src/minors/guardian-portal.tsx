/** The page of a parent or guardian: opens by the link of a message, or by a code to the number. No account is needed. */
import { useEffect, useId, useRef } from 'react';
import { CodeSlots } from '../forms/code-slots.tsx';
import { CodeInput } from '../forms/code-input.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { Field } from '../fields/field.tsx';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useWords } from '../provider/use-words.ts';
import { GuardianChild } from './guardian-child.tsx';
import css from './minors.module.css';
import { type GuardianFlow, useGuardian } from './use-guardian.ts';
import { minorsWords } from './words.ts';

export interface GuardianPortalProps {
  /** The token of the link: the last part of `/guardian/TOKEN`. Without it a code is sent to the number. */
  readonly token?: string | undefined;
  /** The path of this page without a token. @default '/guardian' */
  readonly home?: string;
}

/**
 * Draws the page of parents and guardians; needs no account.
 * @example <GuardianPortal token={token} home="/" />
 * @see `docs/minors.md`
 */
export function GuardianPortal({ token, home = '/guardian' }: GuardianPortalProps) {
  const { guardian: words } = useWords('minors', minorsWords);
  const flow = useGuardian(token);
  const { children, stopped, decided } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  const opened = children !== undefined;
  const main =
    children?.find(one => one.consented_at === null || one.new_agreements.length > 0) ?? children?.[0];
  useEffect(() => {
    // the form that had the focus is gone
    if (opened) heading.current?.focus();
  }, [opened]);
  return (
    <div className={css.step}>
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      {stopped ? (
        <p role="alert" className={css.problem}>
          {words[stopped]} {token === undefined ? null : <a href={home}>{words.byPhone}</a>}
        </p>
      ) : null}
      {children ? (
        <>
          <p aria-live="polite">{decided ? words.decided[decided.decision] : ''}</p>
          {decided?.decision === 'consent' ? (
            <p>
              <span>{words.back}</span> <a href={home}>{words.title}</a>
            </p>
          ) : null}
          {children.length === 0 && decided?.decision !== 'refuse' ? <p>{words.none}</p> : null}
          {children.map(child => (
            <GuardianChild key={child.account_id} child={child} flow={flow} main={child === main} />
          ))}
        </>
      ) : token === undefined ? (
        <ByNumber flow={flow} />
      ) : stopped === 'void' ? null : (
        <ByLink flow={flow} />
      )}
    </div>
  );
}

function ByLink({ flow: { link } }: { flow: GuardianFlow }) {
  const { guardian: words } = useWords('minors', minorsWords);
  const id = useId();
  const frame = { id, label: words.code, rule: words.codeRule, ...link.inputProps('captcha') };
  return (
    <>
      <p>{words.linkLead}</p>
      <FlowForm form={link} label={words.title} submitLabel={words.open} busyLabel={words.opening}>
        <Field {...frame}>
          <CodeSlots {...frame} />
        </Field>
      </FlowForm>
    </>
  );
}

function ByNumber({ flow: { number } }: { flow: GuardianFlow }) {
  const { guardian: words } = useWords('minors', minorsWords);
  const id = useId();
  return (
    <>
      <p>{words.phoneLead}</p>
      <FlowForm form={number} label={words.title} submitLabel={words.open} busyLabel={words.opening}>
        <PhoneInput id={`${id}phone`} label={words.phone} {...number.inputProps('phone_number')} first />
        <CodeInput
          id={`${id}code`}
          {...number.inputProps('captcha')}
          sender={number.code}
          onSend={number.sendCode}
        />
      </FlowForm>
    </>
  );
}
