/** The keys of the console, and the switch of those that are one letter or sign. */
import type { Operator } from '@rollcall/contract/console';
import { type ReactNode, useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import choicesCss from '../parts/choices.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { useEntries } from '../shell/entries.ts';
import { letterOf } from '../shell/jumps.ts';
import { letSingleKeysAct, singleKeysAct } from '../shell/single-keys.ts';
import css from './palette.module.css';
import { paletteWords } from './words.ts';

export default function KeyHelp(props: { operator: Operator; onClose: () => void }): ReactNode {
  const { operator, onClose } = props;
  const words = useWords(paletteWords);
  const common = useCommonWords();
  const { language } = useConsoleContext();
  const [single, setSingle] = useState(singleKeysAct);
  const entries = useEntries(operator.role);
  const key = (name: string) => <kbd>{name}</kbd>;
  const { keyNames: names } = words;
  const rows: readonly (readonly [id: string, keys: ReactNode, what: string])[] = [
    [
      'palette',
      <>
        {key('Ctrl')} {key('K')} {words.or} {key('/')}
      </>,
      names.palette,
    ],
    ['help', key('?'), names.help],
    ['down', key('j'), names.down],
    ['up', key('k'), names.up],
    ['open', key('Enter'), names.open],
    ['table', key('t'), names.table],
    ['close', key('Esc'), names.close],
    ...entries.flatMap(({ path, title }) => {
      const letter = letterOf(path);
      const keys = (
        <>
          {key('g')} {words.afterwards} {key(letter ?? '')}
        </>
      );
      return letter === undefined ? [] : ([[path, keys, names.go(title[language])]] as const);
    }),
  ];
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <p>{words.keysLead}</p>
      <label className={choicesCss.tick} htmlFor="single-keys">
        <input
          id="single-keys"
          type="checkbox"
          checked={single}
          onChange={event => {
            setSingle(event.target.checked);
            letSingleKeysAct(event.target.checked);
          }}
        />
        <span>
          {words.single}
          <br />
          <small>{words.singleRule}</small>
        </span>
      </label>
      <dl className={css.keys}>
        {rows.map(([id, keys, what]) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div>
        <SecondaryButton onClick={onClose}>{common.close}</SecondaryButton>
      </div>
    </Dialog>
  );
}
