/** The page that the console's document shows until the script has loaded. */
import { Seal } from '@rollcall/ui';
import css from '../session/entry-layout.module.css';
import brandCss from './brand.module.css';

export function WaitingPage({ product }: { product: string }) {
  return (
    <main className={css.entry}>
      <h1 className={brandCss.brand}>
        <Seal form="outline" />
        <span>{product}</span>
      </h1>
    </main>
  );
}
