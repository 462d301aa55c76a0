/** Links to the next and the first page of a list; the browser's back button leads to the previous one. */
import { Link } from '@tanstack/react-router';
import { useCommonWords } from '../console-context.ts';
import css from './pager.module.css';

export function Pager(props: { count: number; cursor: string; next: string | null }) {
  const { count, cursor, next } = props;
  const words = useCommonWords();
  if (count === 0 && cursor === '') return null;
  return (
    <nav className={css.pager} aria-label={words.pages}>
      <span>{words.shown(count)}</span>
      <span>
        {cursor === '' ? null : (
          <Link to="." search={(now: object) => ({ ...now, cursor: '' })}>
            {words.firstPage}
          </Link>
        )}
        {next === null ? null : (
          <Link to="." search={(now: object) => ({ ...now, cursor: next })}>
            {words.nextPage}
          </Link>
        )}
      </span>
    </nav>
  );
}
