/** The checkbox that accepts a form's agreements: never ticked beforehand; each agreement opens in a dialog. */
import { type ComponentProps, type ComponentType, forwardRef, useEffect, useState } from 'react';
import fieldsCss from '../fields/fields.module.css';
import buttonsCss from '../task/buttons.module.css';
import type { Problem } from '../problem/problem.ts';
import tickCss from '../fields/tick.module.css';
import { ErrorMessage } from '../problem/error-message.tsx';
import { useRollcall } from '../provider/provider.tsx';
import type { AgreeDialog } from './agree-dialog.tsx';
import { AgreementLinks } from './agreement-links.tsx';
import css from './agreements.module.css';
import type { Agreements } from './use-agreements.ts';

export interface AgreementTickProps {
  /** The checkbox's id. */
  readonly id: string;
  readonly agreements: Agreements;
  readonly problem?: Problem | undefined;
}

type Dialog = ComponentType<ComponentProps<typeof AgreeDialog>>;

/** The dialog that asks instead of a message, for as long as the problem stands; each press is a problem of its own. */
function useAgreeDialog(agreements: Agreements, problem: Problem | undefined) {
  const [shown, setShown] = useState<{ readonly problem: Problem; readonly Dialog: Dialog }>();
  const { list, goOn } = agreements;
  const asks = list && goOn && problem?.only && problem.name === 'AgreementsUnsigned' ? problem : undefined;
  useEffect(() => {
    if (!asks) return;
    let here = true;
    // in one file with what a sign-in loads; where it does not load, the message stands beside the tick
    void import(/* webpackChunkName: "signing-in" */ './agree-dialog.tsx')
      .then(part => (here ? setShown({ problem: asks, Dialog: part.AgreeDialog }) : undefined))
      .catch(() => {});
    return () => {
      here = false;
    };
  }, [asks]);
  if (!shown || shown.problem !== asks) return null;
  const close = () => setShown(undefined);
  return (
    <shown.Dialog
      list={list ?? []}
      onAgree={() => {
        close();
        agreements.accept(true);
        goOn?.();
      }}
      onClose={close}
    />
  );
}

/**
 * Draws the checkbox by which a person accepts the agreements, with links to them. Draws nothing where there is no
 * agreement to accept. Its `ref` is the checkbox.
 *
 * @example <AgreementTick id="agreed" agreements={useAgreements('in-force')} />
 * @see `docs/react.md`
 */
export const AgreementTick = forwardRef<HTMLInputElement, AgreementTickProps>(function AgreementTick(
  { id, agreements, problem },
  ref,
) {
  const { phrases } = useRollcall();
  const dialog = useAgreeDialog(agreements, problem);
  const words = phrases.agreements;
  if (agreements.task.problem)
    return (
      <p role="alert" className={css.failed}>
        {words.failed}{' '}
        <button type="button" className={buttonsCss.link} onClick={agreements.task.retry}>
          {phrases.work.retry}
        </button>
      </p>
    );
  if (agreements.list?.length === 0) return null;
  return (
    <div className={css.tick} data-wrong={problem ? '' : undefined}>
      {agreements.list ? (
        <div className={css.line}>
          <input
            ref={ref}
            type="checkbox"
            className={tickCss.tick}
            id={id}
            checked={agreements.accepted}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-problem`}
            aria-labelledby={`${id}-words`}
            onChange={event => agreements.accept(event.target.checked)}
          />
          <AgreementLinks id={`${id}-words`} list={agreements.list}>
            <label htmlFor={id}>{words.agree}</label>
          </AgreementLinks>
        </div>
      ) : (
        <div className={css.line} aria-hidden="true">
          <span className={css.awaited} />
        </div>
      )}
      <div role="alert" id={`${id}-problem`} className={fieldsCss.error}>
        {problem ? <ErrorMessage problem={problem} /> : null}
      </div>
      {dialog}
    </div>
  );
});
