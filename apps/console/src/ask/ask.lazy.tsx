/** The page of `/console/ask`, loaded when it is opened. */
import {
  type Question,
  questionDefaults,
  readQuestion,
  savedName,
  writeQuestion,
} from '@rollcall/contract/console';
import { Link, createLazyRoute } from '@tanstack/react-router';
import { useRef } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import buttonsCss from '../parts/buttons.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { shellRoute } from '../shell/route.ts';
import { usageRoute } from '../usage/route.tsx';
import { Answer } from './answer.tsx';
import css from './ask.module.css';
import { Builder } from './builder.tsx';
import { withProduct } from './edits.ts';
import { KeptActs } from './kept-acts.tsx';
import { KeptAlerts } from './kept-alerts.tsx';
import { seriesName } from './names.ts';
import { useAnswer } from './use-answer.ts';
import { askWords } from './words.ts';

/** What is asked where the address says nothing. */
const usual = (): Question => ({
  ...questionDefaults('trend'),
  series: [{ event: null, measure: 'people' }],
});

/** A question as the address has it: the product stands beside it. */
const textOf = (question: Question): string => writeQuestion(withProduct(question, ''));

export const route = createLazyRoute('/shell/usage/console/ask')({ component: Ask });

function Ask() {
  const state = route.useSearch();
  const { cohorts, dashboards, kept } = route.useLoaderData();
  const { operator } = shellRoute.useRouteContext();
  const scope = usageRoute.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(askWords);
  const { language } = useConsoleContext();
  const given = state.q === '' ? (kept?.question.question ?? '') : state.q;
  const read = given === '' ? { question: usual() } : readQuestion(given);
  const question = read.question && withProduct(read.question, state.product);
  const shown = useRef<HTMLElement>(null);
  const asked = useAnswer(question ? writeQuestion(question) : null);
  const saved = kept?.question;
  const keptName = saved && savedName(saved, language);
  const put = (next: Question) =>
    void navigate({
      search: now => ({ ...now, q: textOf(next) }),
      replace: true,
      resetScroll: false,
    });
  /** What was pressed in the answer goes with it: the next answer has the focus. */
  const deeper = () => shown.current?.focus({ preventScroll: true });
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
  const name = keptName ?? `${words.kinds[question.kind]} ${seriesName(question, 0, words)}`;
  const names = new Map(cohorts.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHeader title={keptName ?? words.title} {...(saved ? { lead: saved.about } : {})}>
        <Link className={buttonsCss.secondary} to="/console/dashboards" search={{}}>
          {words.saved}
        </Link>
        {operator.role === 'admin' ? (
          <KeptActs
            question={question}
            kept={kept}
            name={name}
            dashboards={dashboards}
            onShow={id => navigate({ search: id === undefined ? {} : now => ({ ...now, q: '', saved: id }) })}
          />
        ) : null}
      </PageHeader>
      {kept ? <KeptAlerts alerts={kept.alerts} /> : null}
      <div className={css.ask} lang={language}>
        <section ref={shown} className={css.shown} tabIndex={-1} aria-label={words.answer}>
          <Answer
            asked={asked}
            name={name}
            onQuestion={next => {
              deeper();
              put(next);
            }}
            onPeople={people => {
              deeper();
              void navigate({ search: now => ({ ...now, saved: '', q: textOf(people) }) });
            }}
          />
        </section>
        <section className={css.asked} aria-label={words.builder}>
          <Builder question={question} cohorts={names} platforms={scope.platforms} onChange={put} />
        </section>
      </div>
    </>
  );
}
