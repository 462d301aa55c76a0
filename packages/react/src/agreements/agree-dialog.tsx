/** Asks for the agreements of a form that was sent without its tick. Loaded late. */
import type { Agreement } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import css from '../proof/proof.module.css';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import { AgreementLinks } from './agreement-links.tsx';
import { gateWords } from './gate-words.ts';

/** @param props.onAgree called when the person agrees; stop rendering the dialog then */
export function AgreeDialog(props: { list: readonly Agreement[]; onAgree: () => void; onClose: () => void }) {
  const { list, onAgree, onClose } = props;
  const words = useWords('gate', gateWords);
  return (
    <Dialog title={words.ask} onClose={onClose} classes={css}>
      <div data-first="" tabIndex={-1} className={css.lead}>
        <AgreementLinks list={list}>
          <span>{words.askLead}</span>
        </AgreementLinks>
      </div>
      <div className={css.stack}>
        <button type="button" className={buttonsCss.primary} onClick={onAgree}>
          <span>{words.agree}</span>
        </button>
        <button type="button" className={buttonsCss.link} onClick={onClose}>
          {words.back}
        </button>
      </div>
    </Dialog>
  );
}
