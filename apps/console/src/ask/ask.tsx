/** `/console/ask`: a question and its answer. The whole question stands in the address. */
import { type Question, questionDefaults, readQuestion, writeQuestion } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import buttonsCss from '../parts/buttons.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { usageRoute } from '../usage/route.tsx';
import { Answer } from './answer.tsx';
import css from './ask.module.css';
import { view } from './ask.view.ts';
import { Builder } from './builder.tsx';
import { peopleBehind } from './edits.ts';
import { seriesName } from './names.ts';
import { SaveDialog } from './save-dialogs.tsx';
import { useAnswer } from './use-answer.ts';
import { askWords } from './words.ts';

const searchSchema = searchParams({
  /** The question's text; empty: the usual trend. */
  q: text('', 8192),
  /** The saved question that it began with. */
  saved: text('', 36),
  as: oneOf(['chart', 'table'], 'chart'),
});

/** What is asked where the address says nothing. */
const usual = (): Question => ({
  ...questionDefaults('trend'),
  series: [{ event: null, measure: 'people' }],
});

export const askRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => ({ saved: search.saved }),
  loader: async ({ context: { client }, deps: { saved }, abortController: { signal } }) => {
    const [cohorts, dashboards, kept] = await Promise.all([
      client.call('listCohorts', {}, signal),
      client.call('listDashboards', {}, signal),
      saved === '' ? null : client.call('getSavedQuestion', { query: { id: saved } }, signal),
    ]);
    return { cohorts: cohorts.items, dashboards: dashboards.items, kept };
  },
  component: Ask,
});

function Ask() {
  const state = askRoute.useSearch();
  const { cohorts, dashboards, kept } = askRoute.useLoaderData();
  const { operator } = shellRoute.useRouteContext();
  const scope = usageRoute.useLoaderData();
  const navigate = askRoute.useNavigate();
  const words = useWords(askWords);
  const { language } = useConsoleContext();
  const [saving, setSaving] = useState(false);
  const given = state.q === '' ? (kept?.question ?? '') : state.q;
  const read = given === '' ? { question: usual() } : readQuestion(given);
  const { question } = read;
  const asked = useAnswer(question ? writeQuestion(question) : null);
  const keptName = kept ? (kept.template !== null && words.templates[kept.template]) || kept.name : undefined;
  const put = (next: Question) =>
    void navigate({ search: now => ({ ...now, q: writeQuestion(next) }), replace: true, resetScroll: false });
  if (!question)
    return (
      <>
        <PageHeader title={words.title} />
        <EmptyState
          what={words.unreadable}
          how={
            <Link to="/console/ask" search={{}}>
              {words.newQuestion}
            </Link>
          }
        />
      </>
    );
  const names = new Map(cohorts.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHeader title={keptName ?? words.title}>
        <Link className={buttonsCss.secondary} to="/console/dashboards" search={{}}>
          {words.saved}
        </Link>
        {operator.role === 'admin' ? (
          <SecondaryButton onClick={() => setSaving(true)}>
            {kept ? words.saveAs : words.save}
          </SecondaryButton>
        ) : null}
      </PageHeader>
      <div className={css.ask} lang={language}>
        <section className={css.shown} aria-label={words.answer}>
          <Answer
            asked={asked}
            name={keptName ?? `${words.kinds[question.kind]} ${seriesName(question, 0, words)}`}
            onPeople={(at, by, period) =>
              void navigate({
                search: now => ({
                  ...now,
                  saved: '',
                  q: writeQuestion(peopleBehind(question, at, by, period)),
                }),
              })
            }
          />
        </section>
        <section className={css.asked} aria-label={words.builder}>
          <Builder question={question} cohorts={names} platforms={scope.platforms} onChange={put} />
        </section>
      </div>
      {saving ? (
        <SaveDialog
          text={writeQuestion(question)}
          {...(kept ? { given: kept } : {})}
          dashboards={dashboards}
          onClose={() => setSaving(false)}
          onSaved={id => {
            setSaving(false);
            void navigate({ search: now => ({ ...now, q: '', saved: id }) });
          }}
        />
      ) : null}
    </>
  );
}
