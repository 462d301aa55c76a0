/** An agreement, read in place. */
import type { Agreement } from '@rollcall/contract';
import { useEffect, useId, useRef } from 'react';
import { FormProblem } from '../fields/work.tsx';
import { useRollcall } from '../session/provider.tsx';
import css from './agreements.module.css';
import { useAgreementDocument } from './use-agreement-document.ts';

/** Open for as long as it is rendered; `onClose` is called on Escape, on the button, and on a press outside. */
export function AgreementDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const { phrases } = useRollcall();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const {
    blocks,
    task: { phase, problem, retry },
  } = useAgreementDocument(agreement);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // a press on the veil only repeats what Escape and the button do
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={title}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={css.sheet}>
        <h2 id={title}>{agreement.title}</h2>
        {/* a scrolling region must be reachable by the keyboard */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.text} tabIndex={0} role="document" aria-busy={phase !== 'idle'}>
          {blocks?.map((block, index) =>
            block.kind === 'heading' ? (
              <h3 key={index}>{block.text}</h3>
            ) : (
              <p key={index} className={block.kind === 'item' ? css.item : undefined}>
                {block.text}
              </p>
            ),
          )}
          {!blocks && !problem ? <p aria-live="polite">{phrases.work.loading}</p> : null}
          {/* whatever it was, the page could not be had */}
          <FormProblem problem={problem && { name: 'RequestError' }} retry={retry} />
        </div>
        <div className={css.foot}>
          <a href={agreement.url} target="_blank" rel="noopener">
            {phrases.agreements.ownPage}
          </a>
          <button type="button" className={css.close} onClick={() => dialog.current?.close()}>
            {phrases.work.close}
          </button>
        </div>
      </div>
    </dialog>
  );
}
