/** A sentence that ends with the names of agreements; each opens in a dialog. */
import type { Agreement } from '@rollcall/contract';
import { Fragment, type ReactNode, useState } from 'react';
import { gapOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import buttonsCss from '../task/buttons.module.css';
import { AgreementDialog } from './agreement-dialog.tsx';

/**
 * @param props.id of the sentence
 * @param props.children what it begins with
 */
export function AgreementLinks(props: { id?: string; list: readonly Agreement[]; children: ReactNode }) {
  const { id, list, children } = props;
  const { phrases } = useRollcall();
  const [open, setOpen] = useState<number>();
  const shown = list.find(one => one.id === open);
  const words = phrases.agreements;
  const gap = gapOf(phrases);
  return (
    <>
      <span id={id}>
        {children}
        {list.map((agreement, index, { length }) => (
          <Fragment key={agreement.id}>
            {index === 0 ? gap : index < length - 1 ? words.comma : gap + words.and + gap}
            <button type="button" className={buttonsCss.link} onClick={() => setOpen(agreement.id)}>
              {words.open(agreement.title)}
            </button>
          </Fragment>
        ))}
      </span>
      {shown ? (
        <AgreementDialog key={shown.url} agreement={shown} onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  );
}
