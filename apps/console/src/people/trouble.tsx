/** `/console/trouble`: why can this person not sign in, by what they type. */
import { createRoute, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { addressOf, text } from '../address/codec.ts';
import { Quiet } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Field } from '../parts/field.tsx';
import { Empty, PageHead } from '../parts/page.tsx';
import { shellRoute } from '../shell/route.ts';
import { useWords } from '../surroundings.ts';
import { TroubleView } from './trouble-view.tsx';
import { peopleWords } from './words.ts';

const address = addressOf({ identity: text('', 254) });

export const troubleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/trouble',
  ...address.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, abortController }) =>
    deps.identity === ''
      ? null
      : context.client.ask(
          'getSignInDiagnosis',
          { query: { identity: deps.identity } },
          abortController.signal,
        ),
  component: TroublePage,
});

function TroublePage() {
  const { identity } = troubleRoute.useSearch();
  const trouble = troubleRoute.useLoaderData();
  const navigate = troubleRoute.useNavigate();
  const words = useWords(peopleWords);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('identity') ?? '').trim();
    void navigate({ search: { identity: typed } });
  };
  return (
    <>
      <PageHead title={words.trouble} lead={words.troubleLead}>
        {trouble?.id ? (
          <Link className={css.quiet} to="/console/people/$id" params={{ id: trouble.id }}>
            {words.toPerson}
          </Link>
        ) : null}
      </PageHead>
      <search>
        <form key={identity} className={css.bar} onSubmit={submit}>
          <div className={css.first}>
            <Field label={words.troubleFind} rule={words.troubleRule}>
              {control => (
                <input
                  {...control}
                  type="search"
                  name="identity"
                  defaultValue={identity}
                  maxLength={254}
                  spellCheck={false}
                  autoCapitalize="none"
                />
              )}
            </Field>
          </div>
          <Quiet type="submit">{words.look}</Quiet>
        </form>
      </search>
      {trouble ? (
        <TroubleView trouble={trouble} />
      ) : (
        <Empty what={words.troubleStart} how={words.troubleStartHow} />
      )}
    </>
  );
}
