/** Shown in place of a view: while it loads, when loading failed, and for unknown addresses. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { refusedOf } from '../client/refused.ts';
import css from './states.module.css';
import { PrimaryButton } from '../parts/buttons.tsx';
import { PageHeader } from '../parts/page.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useElapsed } from '../parts/task.ts';
import { useCommonWords } from '../console-context.ts';

export function ViewLoading() {
  const words = useCommonWords();
  const slow = useElapsed(true);
  return (
    <div className={css.loading} aria-busy="true">
      <p aria-live="polite">{slow ? words.slow : words.loading}</p>
      <i />
      <i />
      <i />
    </div>
  );
}

export function ViewError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const words = useCommonWords();
  const refused = refusedOf(error);
  if (refused.field === 'cursor') return <StaleCursor />;
  // calls take their input from the address, so an unknown or malformed id means that the page does not exist
  if (refused.name === 'NotFound' || (refused.name === 'InvalidRequest' && refused.status === 400))
    return <NotFound />;
  return (
    <>
      <PageHeader title={words.failed} />
      <ErrorMessage
        problem={refused}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </>
  );
}

/** Shown in place of the whole console. */
export function ConsoleFailed() {
  const words = useCommonWords();
  return (
    <main role="alert">
      <PageHeader title={words.failed} lead={words.failedWhat}>
        <PrimaryButton onClick={() => location.reload()}>{words.reload}</PrimaryButton>
      </PageHeader>
    </main>
  );
}

/** Shown where a link leads to a page of a list in another order or for another role. */
function StaleCursor() {
  const words = useCommonWords();
  return (
    <>
      <PageHeader title={words.staleCursor} lead={words.staleCursorWhat} />
      <p>
        <Link to="." search={(now: object) => ({ ...now, cursor: '' })}>
          {words.firstPage}
        </Link>
      </p>
    </>
  );
}

export function NotFound() {
  const words = useCommonWords();
  return (
    <>
      <PageHeader title={words.notFound} lead={words.notFoundWhat} />
      <p>
        <Link to="/console">{words.toOverview}</Link>
      </p>
    </>
  );
}
