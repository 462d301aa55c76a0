/** `/console/monitor/alerts`: the rules, which are firing, and what fired last. */
import type { AlertEpisode, AlertRule } from '@rollcall/contract/console';
import { createRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf } from '../address/codec.ts';
import { Plain, Quiet } from '../parts/buttons.tsx';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Empty, Mark, PageHead, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { includes } from '../session/me.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { ProductField, useFigures } from './filters.tsx';
import { monitorParams, productOf } from './period.ts';
import { monitorRoute } from './route.ts';
import { typedOf } from './rule-fields.ts';
import { monitorWords } from './words.ts';

const address = addressOf({ product: monitorParams.product });

export const alertsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: '/console/monitor/alerts',
  ...address.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const product = productOf(deps.product, (await parentMatchPromise).loaderData?.products ?? []);
    const [{ rules, webhook }, { episodes }] = await Promise.all([
      client.ask('listAlertRules', {}, signal),
      client.ask('listAlertEpisodes', { query: { product } }, signal),
    ]);
    return { product, rules: rules.filter(rule => rule.product === product), webhook, episodes };
  },
  component: Alerts,
});

type Asked = 'new' | { readonly act: 'change' | 'delete'; readonly rule: AlertRule };

function Alerts() {
  const { product, rules, webhook, episodes } = alertsRoute.useLoaderData();
  const { operator } = alertsRoute.useRouteContext();
  const navigate = alertsRoute.useNavigate();
  const { client } = useSurroundings();
  const words = useWords(monitorWords);
  const common = useCommon();
  const figures = useFigures();
  const router = useRouter();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const admin = includes(operator.role, 'admin');
  /** In the unit of the rule's kind. */
  const figureOf = ({ kind, target }: Pick<AlertRule, 'kind' | 'target'>, value: number): string =>
    kind === 'failed-share'
      ? figures.share(value)
      : kind === 'error-rate'
        ? words.perMinute(figures.fraction(value))
        : target === 'CLS'
          ? figures.fraction(value)
          : figures.ms(value);
  const condition = (rule: AlertRule) => {
    const typed = typedOf(rule);
    return words.condition[rule.kind](
      typed.target === '*' ? words.everything : words.named(typed.target),
      figureOf(rule, rule.threshold),
      typed.window,
      typed.percentile,
    );
  };
  const columns: Column<AlertRule>[] = [
    { key: 'name', head: words.fields.name, render: row => row.name },
    { key: 'fires', head: words.fires, wide: true, render: condition },
    { key: 'least', head: words.fields.least, figure: true, render: row => row.least },
    {
      key: 'state',
      head: words.state,
      render: row =>
        !row.enabled ? (
          <Mark tone="plain">{words.off}</Mark>
        ) : row.firing_since === null ? (
          <Mark tone="good">{words.well}</Mark>
        ) : (
          <>
            <Mark tone="bad">{words.firing}</Mark> {words.since} <When at={row.firing_since} />
          </>
        ),
    },
    ...(admin
      ? [
          {
            key: 'actions',
            head: common.actions,
            render: (rule: AlertRule) => (
              <span className={css.actions}>
                <Plain
                  aria-label={`${words.changeRule}: ${rule.name}`}
                  onClick={() => setAsked({ act: 'change', rule })}
                >
                  {words.changeRule}
                </Plain>
                <Plain
                  aria-label={`${words.deleteRule}: ${rule.name}`}
                  onClick={() => setAsked({ act: 'delete', rule })}
                >
                  {words.deleteRule}
                </Plain>
              </span>
            ),
          },
        ]
      : []),
  ];
  /** Its rule is there as long as it is; one that changed its kind since has the figures of the one before. */
  const measured = (episode: AlertEpisode, value: number) => {
    const rule = rules.find(({ id }) => id === episode.rule);
    return rule ? figureOf(rule, value) : figures.fraction(value);
  };
  const tone = { none: 'plain', waiting: 'middling', delivered: 'good', 'given-up': 'bad' } as const;
  const episodeColumns: Column<AlertEpisode>[] = [
    { key: 'name', head: words.fields.name, wide: true, render: row => row.name },
    { key: 'began', head: words.began, render: row => <When at={row.began_at} /> },
    {
      key: 'ended',
      head: words.ended,
      render: row => <When at={row.ended_at} otherwise={<Mark tone="bad">{words.goesOn}</Mark>} />,
    },
    {
      key: 'worst',
      head: words.worst,
      figure: true,
      render: row => measured(row, row.worst),
    },
    {
      key: 'threshold',
      head: words.fields.threshold,
      figure: true,
      render: row => measured(row, row.threshold),
    },
    {
      key: 'delivery',
      head: words.delivery,
      render: row => <Mark tone={tone[row.delivery]}>{words.deliveries[row.delivery]}</Mark>,
    },
  ];
  return (
    <>
      <PageHead title={words.alerts} lead={words.alertsLead}>
        {admin ? <Quiet onClick={() => setAsked('new')}>{words.addRule}</Quiet> : null}
      </PageHead>
      <div className={css.bar}>
        <ProductField
          product={product}
          onChoose={code => void navigate({ search: now => ({ ...now, product: code }) })}
        />
      </div>
      <Section title={words.rules} lead={webhook ? words.webhook : words.noWebhook}>
        <Table
          label={words.rules}
          columns={columns}
          rows={rules}
          rowKey={row => String(row.id)}
          empty={<Empty what={words.noRules} how={words.noRulesHow} />}
        />
      </Section>
      <Section title={words.episodes}>
        <Table
          label={words.episodes}
          columns={episodeColumns}
          rows={episodes}
          rowKey={row => String(row.id)}
          empty={<Empty what={words.noEpisodes} how={words.noEpisodesHow} />}
        />
      </Section>
      {asked === 'new' ? (
        <AlertDialog rule={undefined} product={product} onClose={close} />
      ) : asked?.act === 'change' ? (
        <AlertDialog rule={asked.rule} product={product} onClose={close} />
      ) : asked?.act === 'delete' ? (
        <Confirm
          title={`${words.deleteRule}: ${asked.rule.name}`}
          text={words.deleteText(asked.rule.name)}
          label={words.deleteRule}
          busy={words.deleting}
          onClose={close}
          act={async (_, signal) => {
            await client.ask('deleteAlertRule', { query: { id: asked.rule.id } }, signal);
            await router.invalidate();
          }}
        />
      ) : null}
    </>
  );
}
