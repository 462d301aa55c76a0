/** `/console` and below: what stands there until the script has come. */
import { Seal } from '@rollcall/react';
import css from '../../console/shell/console-shell.module.css';
import type { Words } from '../../words/words.ts';

export function ConsolePage({ words }: { words: Words }) {
  return (
    <main className={css.door}>
      <h1 className={css.brand}>
        <Seal form="outline" />
        <span>{words.product}</span>
      </h1>
    </main>
  );
}
