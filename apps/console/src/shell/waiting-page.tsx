/** The page that the console's document shows until the script has loaded. */
import { Seal } from '@rollcall/ui';
import css from './shell.module.css';

export function WaitingPage({ product }: { product: string }) {
  return (
    <main className={css.entry}>
      <h1 className={css.brand}>
        <Seal form="outline" />
        <span>{product}</span>
      </h1>
    </main>
  );
}
