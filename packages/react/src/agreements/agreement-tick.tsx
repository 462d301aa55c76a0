/** The checkbox that accepts a form's agreements: never ticked beforehand; each agreement opens in a dialog. */
import { Fragment, forwardRef, useState } from 'react';
import fieldsCss from '../fields/fields.module.css';
import buttonsCss from '../task/buttons.module.css';
import type { Problem } from '../problem/problem.ts';
import tickCss from '../fields/tick.module.css';
import { ErrorMessage } from '../problem/error-message.tsx';
import { gapOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { AgreementDialog } from './agreement-dialog.tsx';
import css from './agreements.module.css';
import type { Agreements } from './use-agreements.ts';

export interface AgreementTickProps {
  /** The checkbox's id. */
  readonly id: string;
  readonly agreements: Agreements;
  readonly problem?: Problem | undefined;
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
  const [open, setOpen] = useState<number>();
  const shown = agreements.list?.find(one => one.id === open);
  const words = phrases.agreements;
  const gap = gapOf(phrases);
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
          <span id={`${id}-words`}>
            <label htmlFor={id}>{words.agree}</label>
            {agreements.list.map((agreement, index, { length }) => (
              <Fragment key={agreement.id}>
                {index === 0 ? gap : index < length - 1 ? words.comma : gap + words.and + gap}
                <button type="button" className={buttonsCss.link} onClick={() => setOpen(agreement.id)}>
                  {words.open(agreement.title)}
                </button>
              </Fragment>
            ))}
          </span>
        </div>
      ) : (
        <div className={css.line} aria-hidden="true">
          <span className={css.awaited} />
        </div>
      )}
      <div role="alert" id={`${id}-problem`} className={fieldsCss.error}>
        {problem ? <ErrorMessage problem={problem} /> : null}
      </div>
      {shown ? (
        <AgreementDialog key={shown.url} agreement={shown} onClose={() => setOpen(undefined)} />
      ) : null}
    </div>
  );
});
