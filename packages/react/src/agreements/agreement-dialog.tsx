/** An agreement, read in place. */
import type { Agreement } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './agreements.module.css';
import { useAgreementDocument } from './use-agreement-document.ts';

/**
 * Shows one agreement in a dialog, open for as long as it is rendered.
 *
 * @param props.onClose called on Escape, on the button, and on a press on the backdrop
 * @example <AgreementDialog agreement={agreement} onClose={close} />
 * @see `docs/react.md`
 */
export function AgreementDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const { phrases } = useRollcall();
  const {
    blocks,
    task: { phase, problem, retry },
  } = useAgreementDocument(agreement);
  return (
    <Dialog title={agreement.title} onClose={onClose} classes={css}>
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
        {/* every failure means the same here: the page could not be loaded */}
        <FormError problem={problem && { name: 'RequestError' }} retry={retry} />
      </div>
      <div className={css.foot}>
        <a href={agreement.url} target="_blank" rel="noopener">
          {phrases.agreements.ownPage}
        </a>
        <button type="button" className={css.close} onClick={onClose}>
          {phrases.work.close}
        </button>
      </div>
    </Dialog>
  );
}
