/** The account's second factors: an authenticator app, passkeys and recovery codes, each with its forms. */
import { useEffect, useId, useRef, useState } from 'react';
import { Loaded } from '../account/loaded.tsx';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import buttonsCss from '../task/buttons.module.css';
import panelCss from '../forms/panel.module.css';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { type FactorAction, FactorForm } from './factor-forms.tsx';
import { FactorRow } from './factor-row.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factors.module.css';
import { useSecondFactors } from './use-second-factors.ts';
import { secondFactorWords } from './words.ts';

interface Factor {
  /** Null: the app. */
  readonly id: string | null;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}
export function AccountSecondFactors() {
  const { phrases } = useRollcall();
  const words = useWords('secondFactor', secondFactorWords);
  const flow = useSecondFactors();
  const [open, setOpen] = useState<FactorAction>();
  const [status, setStatus] = useState<string>();
  const title = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // the form that had the focus is gone
    if (status !== undefined && !flow.codes)
      section.current?.querySelector<HTMLElement>('[data-status]')?.focus();
  }, [status, flow.codes]);
  const date = dateFormat(localeOf(phrases), { dateStyle: 'medium' });
  const show = (action: FactorAction) => {
    setStatus(undefined);
    setOpen(open === action ? undefined : action);
  };
  const done = (what: string) => {
    setOpen(undefined);
    setStatus(what);
  };
  const cancel = () => {
    setOpen(undefined);
    // the button may be rendered with the next frame
    requestAnimationFrame(() =>
      section.current?.querySelector<HTMLElement>(`[data-action="${open}"]`)?.focus(),
    );
  };
  return (
    <section ref={section} className={css.factors} aria-labelledby={title}>
      <h3 id={title}>{words.title}</h3>
      <p className={panelCss.note}>{words.lead}</p>
      <p className={css.status} aria-live="polite" tabIndex={-1} data-status="">
        {flow.codes ? null : status}
      </p>
      <Loaded value={flow.factors} task={flow.loading}>
        {state => {
          const { totp, passkeys, passkeys_available: available, recovery_codes_left: left } = state;
          const factors: Factor[] = [
            ...(totp ? [{ ...totp, id: null, name: words.totp, last_used_at: null }] : []),
            ...passkeys.map(one => ({ ...one, name: `${words.passkey} · ${one.name}` })),
          ];
          const formOf = (action: FactorAction) =>
            open === action && !flow.codes ? (
              <FactorForm open={open} flow={flow} factors={state} onDone={done} onCancel={cancel} />
            ) : null;
          const adding = formOf('totp') ?? formOf('passkey');
          return (
            <>
              {factors.length > 0 ? (
                <ul>
                  {factors.map(({ id, name, created_at: created, last_used_at: used }) => {
                    const action: FactorAction = `remove ${id ?? ''}`;
                    const times = [
                      words.addedOn(date.format(created)),
                      ...(used === null ? [] : [words.lastUsedOn(date.format(used))]),
                    ];
                    return (
                      <FactorRow
                        key={action}
                        text={name}
                        notes={times}
                        label={state.required && factors.length === 1 ? undefined : words.remove}
                        about={words.about(words.remove, name)}
                        action={action}
                        onOpen={show}
                      >
                        {formOf(action)}
                      </FactorRow>
                    );
                  })}
                  <FactorRow
                    text={state.required ? words.stepRequired : state.enabled ? words.stepOn : words.stepOff}
                    label={state.required ? undefined : state.enabled ? words.turnOff : words.turnOn}
                    action="ask"
                    onOpen={show}
                  >
                    {formOf('ask')}
                  </FactorRow>
                  {state.enabled ? (
                    <FactorRow text={words.codesLeft(left)} label={words.renew} action="renew" onOpen={show}>
                      {formOf('renew')}
                    </FactorRow>
                  ) : null}
                </ul>
              ) : (
                <p>{words.none}</p>
              )}
              {flow.codes ? (
                <RecoveryCodes codes={flow.codes} onSaved={flow.saved} />
              ) : (
                (adding ?? (
                  <p className={css.foot}>
                    {(['totp', 'passkey'] as const).map(action =>
                      action === 'totp' || available ? (
                        <button
                          key={action}
                          type="button"
                          className={buttonsCss.secondary}
                          data-action={action}
                          onClick={() => show(action)}
                        >
                          {words.add[action]}
                        </button>
                      ) : null,
                    )}
                  </p>
                ))
              )}
              {available ? null : <p className={panelCss.note}>{words.notHere}</p>}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
