/** What stands in a view's place while it is awaited, when it failed, and where there is none. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { refusedOf } from '../client/refused.ts';
import css from '../parts/console-parts.module.css';
import { PageHead } from '../parts/page.tsx';
import { Told } from '../parts/told.tsx';
import { useLasting } from '../parts/work.ts';
import { useCommon } from '../surroundings.ts';

export function Waiting() {
  const words = useCommon();
  const slow = useLasting(true);
  return (
    <div className={css.waiting} aria-busy="true">
      <p aria-live="polite">{slow ? words.slow : words.loading}</p>
      <i />
      <i />
      <i />
    </div>
  );
}

export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const words = useCommon();
  const refused = refusedOf(error);
  // a view only asks for what its address says: who is not there, or can't be, is a page that is not there
  if (refused.name === 'NotFound' || (refused.name === 'InvalidRequest' && refused.status === 400))
    return <NotFound />;
  return (
    <>
      <PageHead title={words.failed} />
      <Told
        refused={refused}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </>
  );
}

export function NotFound() {
  const words = useCommon();
  return (
    <>
      <PageHead title={words.notFound} lead={words.notFoundWhat} />
      <p>
        <Link to="/console">{words.toOverview}</Link>
      </p>
    </>
  );
}
