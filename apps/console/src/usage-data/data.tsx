/** `/console/data`: exports and erasures of what was reported, how far they are, and new ones. */
import type { UsageDataJob } from '@rollcall/contract/console';
import { createRoute, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { addressOf, text } from '../address/codec.ts';
import { Plain, Quiet } from '../parts/buttons.tsx';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Field } from '../parts/field.tsx';
import { Empty, Mark, PageHead, useNumbers, When } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Told } from '../parts/told.tsx';
import { useWork } from '../parts/work.ts';
import { includes } from '../session/me.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { Request } from './request.tsx';
import { usageDataWords } from './words.ts';

/** Milliseconds between two looks while something is under way. */
const EVERY = 2_000;

const address = addressOf({ subject: text('', 128), cursor: text('', 600) });

export const dataRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/data',
  ...address.route,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps: { subject, cursor }, abortController: { signal } }) =>
    client.ask(
      'listUsageData',
      { query: { ...(subject === '' ? {} : { subject }), ...(cursor === '' ? {} : { cursor }) } },
      signal,
    ),
  staleTime: 0,
  component: Data,
});

const open = (job: UsageDataJob): boolean => job.state === 'waiting' || job.state === 'running';

function State({ job }: { job: UsageDataJob }) {
  const words = useWords(usageDataWords);
  const { percent } = useNumbers();
  const said = words.states[job.state];
  if (job.state !== 'running')
    return (
      <Mark tone={job.state === 'done' ? 'good' : job.state === 'waiting' ? 'middling' : 'plain'}>
        {said}
      </Mark>
    );
  return (
    <>
      <progress aria-label={said} max={1} value={job.share} /> {percent(job.share)}
    </>
  );
}

/** Fetches a link to the file and follows it. */
function Download({ job }: { job: UsageDataJob }) {
  const { client, language } = useSurroundings();
  const words = useWords(usageDataWords);
  const work = useWork();
  const until = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <Plain
        aria-disabled={work.phase !== 'idle' || undefined}
        title={job.expires_at === null ? undefined : words.until(until.format(job.expires_at))}
        onClick={() =>
          work.run(async signal => {
            const { link } = await client.ask('linkUsageData', { body: { id: job.id } }, signal);
            location.assign(link);
          })
        }
      >
        {words.download}
      </Plain>
      {work.refused ? <Told refused={work.refused} /> : null}
    </>
  );
}

function Data() {
  const { operator } = dataRoute.useRouteContext();
  const state = dataRoute.useSearch();
  const page = dataRoute.useLoaderData();
  const navigate = dataRoute.useNavigate();
  const router = useRouter();
  const { client } = useSurroundings();
  const words = useWords(usageDataWords);
  const common = useCommon();
  const { whole } = useNumbers();
  const [asked, setAsked] = useState<'new' | UsageDataJob>();
  const admin = includes(operator.role, 'admin');
  const working = page.items.some(open);
  useEffect(() => {
    if (!working) return;
    const timer = setInterval(() => {
      // a tab that nobody sees asks nothing
      if (document.visibilityState === 'visible')
        void router.invalidate({ filter: match => match.routeId === dataRoute.id });
    }, EVERY);
    return () => clearInterval(timer);
  }, [router, working]);
  const close = () => setAsked(undefined);
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const subject = String(new FormData(event.currentTarget).get('subject') ?? '').trim();
    void navigate({ search: { subject, cursor: '' } });
  };
  const columns: Column<UsageDataJob>[] = [
    { key: 'asked', head: words.asked, render: row => <When at={row.created_at} /> },
    { key: 'what', head: words.what, render: row => words.kinds[row.kind] },
    { key: 'whose', head: words.whose, render: row => words.subjects[row.subject_kind] },
    {
      key: 'subject',
      head: words.subject,
      wide: true,
      render: row => <span className={css.figuresFont}>{row.subject}</span>,
    },
    { key: 'by', head: words.by, render: row => words.askers[row.asked_by] },
    { key: 'state', head: words.state, render: row => <State job={row} /> },
    { key: 'events', head: words.events, figure: true, render: row => whole(row.events) },
    ...(admin
      ? [
          {
            key: 'actions',
            head: common.actions,
            render: (row: UsageDataJob) =>
              open(row) ? (
                <Plain onClick={() => setAsked(row)}>{words.cancel}</Plain>
              ) : row.kind === 'export' && row.state === 'done' ? (
                <Download job={row} />
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {admin ? <Quiet onClick={() => setAsked('new')}>{words.begin}</Quiet> : null}
      </PageHead>
      <search>
        <form key={state.subject} className={css.bar} onSubmit={find}>
          <div className={css.wide}>
            <Field label={words.find}>
              {control => (
                <input
                  {...control}
                  type="search"
                  name="subject"
                  defaultValue={state.subject}
                  maxLength={128}
                />
              )}
            </Field>
          </div>
          <Quiet type="submit">{common.search}</Quiet>
        </form>
      </search>
      <Table
        label={words.title}
        columns={columns}
        rows={page.items}
        rowKey={row => row.id}
        empty={
          state.subject === '' ? (
            <Empty what={words.empty} how={words.emptyHow} />
          ) : (
            <Empty what={words.emptyFound} />
          )
        }
      />
      <Pager count={page.items.length} cursor={state.cursor} next={page.next} />
      {asked === 'new' ? (
        <Request
          subject={state.subject}
          onClose={close}
          onDone={subject => {
            close();
            void navigate({ search: { subject, cursor: '' } });
            void router.invalidate();
          }}
        />
      ) : asked ? (
        <Confirm
          title={words.cancel}
          text={asked.kind === 'erasure' ? words.cancelText : undefined}
          label={words.cancel}
          busy={words.cancelling}
          onClose={close}
          act={async (_, signal) => {
            await client.ask('cancelUsageData', { body: { id: asked.id } }, signal);
            await router.invalidate();
          }}
        />
      ) : null}
    </>
  );
}
