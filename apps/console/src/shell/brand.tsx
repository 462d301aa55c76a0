/** The console's name, which leads to the overview. */
import { Seal } from '@rollcall/ui';
import { Link } from '@tanstack/react-router';
import { useCommonWords } from '../console-context.ts';
import css from './brand.module.css';

export function Brand() {
  const words = useCommonWords();
  return (
    <Link className={css.brand} to="/console" activeOptions={{ exact: true }}>
      <Seal form="outline" />
      <span>
        {words.product} <small>{words.console}</small>
      </span>
    </Link>
  );
}
