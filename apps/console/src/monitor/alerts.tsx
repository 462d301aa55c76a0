/** `/console/monitor/alerts`: alert rules with their states, and past alerts. */
import { type AlertEpisode, type AlertRule, isAbsence } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { AlertChannels } from './alert-channels.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { useFormats } from './filters.tsx';
import { useNewRule } from './new-rule.ts';
import { isProduct } from './period.ts';
import { monitorRoute } from './route.ts';
import { typedOf } from './rule-fields.ts';
import { channelWords } from './channel-words.ts';
import { TestDialog } from './test-dialog.tsx';
import { alertWords } from './alert-words.ts';
import { view } from './alerts.view.ts';

// With the words and charts of questions, which no other view of monitoring needs.
const QuestionAlerts = lazy(async () => {
  const { QuestionAlerts: Found } = await import('../question-alerts/question-alerts.tsx');
  return { default: Found };
});

export const alertsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  loaderDeps: ({ search: { product } }) => ({ product }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const product = isProduct(deps.product)
      ? deps.product
      : ((await parentMatchPromise).loaderData?.product ?? '');
    const [{ rules, defaults, webhook, origins }, { channels }, { items: questions }, { episodes }] =
      await Promise.all([
        client.call('listAlertRules', {}, signal),
        client.call('listAlertChannels', {}, signal),
        client.call('listQuestionAlerts', { query: {} }, signal),
        client.call('listAlertEpisodes', { query: { product } }, signal),
      ]);
    return { product, rules, defaults, webhook, origins, channels, questions, episodes };
  },
  component: Alerts,
});

type OpenDialog = 'new' | { readonly act: 'change' | 'delete' | 'test'; readonly rule: AlertRule };

function Alerts() {
  const {
    product,
    rules: all,
    defaults,
    webhook,
    origins,
    channels,
    questions,
    episodes,
  } = alertsRoute.useLoaderData();
  const rules = all.filter(rule => rule.product === product);
  const { operator } = alertsRoute.useRouteContext();
  const { client } = useConsoleContext();
  const words = useWords(alertWords);
  const sending = useWords(channelWords);
  const common = useCommonWords();
  const formats = useFormats();
  const mutate = useMutate();
  const [chosen, setDialog] = useState<OpenDialog>();
  const [asksNew, forgetNew] = useNewRule();
  const admin = hasRole(operator.role, 'admin');
  const dialog = chosen ?? (admin && asksNew ? 'new' : undefined);
  const close = () => {
    setDialog(undefined);
    forgetNew();
  };
  /** A value in the unit of the rule's kind. */
  const figureOf = ({ kind, target }: Pick<AlertRule, 'kind' | 'target'>, value: number): string =>
    kind === 'failed-share'
      ? formats.limit(value)
      : isAbsence(kind)
        ? words.minutes(String(Math.floor(value)))
        : kind === 'error-rate'
          ? words.perMinute(formats.fraction(value))
          : target === 'CLS'
            ? formats.fraction(value)
            : formats.ms(value);
  const target = ({ kind, target: id }: AlertRule): string =>
    id === '*' ? words.everything : kind === 'error-rate' ? words.group(id.slice(0, 8)) : words.named(id);
  const condition = (rule: AlertRule) => {
    const typed = typedOf(rule);
    const condition = words.condition[rule.kind](
      target(rule),
      figureOf(rule, rule.threshold),
      typed.window,
      typed.percentile,
    );
    return rule.hours ? condition + words.within(rule.hours.from, rule.hours.to) : condition;
  };
  const defaultChannel = webhook ? words.defaultChannel : words.nowhere;
  const channelOf = (rule: AlertRule) =>
    channels.find(({ id }) => id === rule.channel)?.name ?? defaultChannel;
  const columns: Columns<AlertRule> = [
    { key: 'name', head: words.fields.name, render: row => row.name },
    {
      key: 'fires',
      head: words.fires,
      wide: true,
      render: row => (
        <>
          {condition(row)}{' '}
          {row.kind === 'error-rate' && row.target !== '*' ? (
            <Link to="/console/monitor/errors/$id" params={{ id: row.target }}>
              {words.seeGroup}
            </Link>
          ) : null}
        </>
      ),
    },
    {
      key: 'least',
      head: words.fields.least,
      numeric: true,
      render: row => (isAbsence(row.kind) ? '—' : row.least),
    },
    (channels.length > 0 || !webhook) && {
      key: 'channel',
      head: words.sentTo,
      render: channelOf,
    },
    {
      key: 'state',
      head: words.state,
      render: row =>
        !row.enabled ? (
          <StatusBadge tone="neutral">{words.off}</StatusBadge>
        ) : row.firing_since === null ? (
          <StatusBadge tone="good">{words.well}</StatusBadge>
        ) : (
          <>
            <StatusBadge tone="bad">{words.firing}</StatusBadge> {words.since}{' '}
            <DateTime at={row.firing_since} />
          </>
        ),
    },
    admin && {
      key: 'actions',
      head: common.actions,
      render: rule => (
        <RowActions>
          {rule.channel !== null || webhook ? (
            <RowAction label={sending.test} of={rule.name} onClick={() => setDialog({ act: 'test', rule })} />
          ) : null}
          <RowAction
            label={common.change}
            of={rule.name}
            onClick={() => setDialog({ act: 'change', rule })}
          />
          <RowAction
            label={common.delete}
            of={rule.name}
            onClick={() => setDialog({ act: 'delete', rule })}
          />
        </RowActions>
      ),
    },
  ];
  /** A value of an episode, formatted as its rule's; without unit where the rule was deleted. */
  const measured = (episode: AlertEpisode, value: number) => {
    const rule = rules.find(({ id }) => id === episode.rule);
    return rule ? figureOf(rule, value) : formats.fraction(value);
  };
  const tone = { none: 'neutral', waiting: 'warning', delivered: 'good', 'given-up': 'bad' } as const;
  const episodeColumns: Column<AlertEpisode>[] = [
    { key: 'name', head: words.fields.name, wide: true, render: row => row.name },
    { key: 'began', head: words.began, render: row => <DateTime at={row.began_at} /> },
    {
      key: 'ended',
      head: words.ended,
      render: row => (
        <>
          <DateTime at={row.ended_at} fallback={<StatusBadge tone="bad">{words.goesOn}</StatusBadge>} />
          {row.ended_by === 'no-data' || row.ended_by === 'changed' ? (
            <>
              {' '}
              <StatusBadge tone="neutral">{words.endedBy[row.ended_by]}</StatusBadge>
            </>
          ) : null}
        </>
      ),
    },
    {
      key: 'worst',
      head: words.worst,
      numeric: true,
      render: row => measured(row, row.worst),
    },
    {
      key: 'threshold',
      head: words.fields.threshold,
      numeric: true,
      render: row => measured(row, row.threshold),
    },
    {
      key: 'delivery',
      head: words.delivery,
      render: row => <StatusBadge tone={tone[row.delivery]}>{words.deliveries[row.delivery]}</StatusBadge>,
    },
  ];
  return (
    <>
      <PageHeader title={words.alerts} lead={words.alertsLead}>
        {admin ? <SecondaryButton onClick={() => setDialog('new')}>{words.addRule}</SecondaryButton> : null}
      </PageHeader>
      <Section title={words.rules}>
        <Table
          label={words.rules}
          columns={columns}
          rows={rules}
          rowKey={row => String(row.id)}
          empty={<EmptyState what={words.noRules} how={words.noRulesHow} />}
        />
      </Section>
      <Suspense>
        <QuestionAlerts alerts={questions} channels={channels} webhook={webhook} admin={admin} />
      </Suspense>
      <AlertChannels
        channels={channels}
        rules={all}
        questions={questions}
        webhook={webhook}
        origins={origins}
        admin={admin}
      />
      <Section title={words.episodes}>
        <Table
          label={words.episodes}
          columns={episodeColumns}
          rows={episodes}
          rowKey={row => String(row.id)}
          empty={<EmptyState what={words.noEpisodes} how={words.noEpisodesHow} />}
        />
      </Section>
      {dialog === 'new' || dialog?.act === 'change' ? (
        <AlertDialog
          rule={dialog === 'new' ? undefined : dialog.rule}
          product={product}
          defaults={defaults}
          channels={channels}
          defaultChannel={defaultChannel}
          onClose={close}
        />
      ) : dialog?.act === 'test' ? (
        <TestDialog
          name={dialog.rule.name}
          text={sending.testRule(channelOf(dialog.rule))}
          send={signal => client.call('testAlertRule', { body: { id: dialog.rule.id } }, signal)}
          onClose={close}
        />
      ) : dialog?.act === 'delete' ? (
        <DeleteDialog
          of={dialog.rule.name}
          text={words.deleteText(dialog.rule.name)}
          onClose={close}
          onConfirm={(_, signal) => mutate('deleteAlertRule', { query: { id: dialog.rule.id } }, signal)}
        />
      ) : null}
    </>
  );
}
