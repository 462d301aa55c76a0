/** The page of `/console/human-verification`, loaded when it is opened. */
import type { VerificationRule } from '@rollcall/contract/console';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import textCss from '../parts/text.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { failureText } from '../failure-text.ts';
import { Outcomes } from './outcomes.tsx';
import { pagesOf } from './scene-pages.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { verificationWords } from './words.ts';

type Vendor = AnswerOf<ConsoleCalls['getVerificationHealth']>[number];
const tones = { unused: 'neutral', well: 'good', 'passed-over': 'warning', unwell: 'bad' } as const;

export const route = createLazyRoute('/shell/console/human-verification')({ component: Verification });

function Verification() {
  const common = useCommonWords();
  const { rules, vendors, health, counts } = route.useLoaderData();
  const { operator } = route.useRouteContext();
  const { language } = useConsoleContext();
  const words = useWords(verificationWords);
  const mutate = useMutate();
  const [edited, setEdited] = useState<VerificationRule>();
  const [reset, setReset] = useState<VerificationRule>();
  const admin = hasRole(operator.role, 'admin');
  const nameOf = (vendor: string) => words.vendorNames[vendor] ?? vendor;
  const sceneOf = (scene: string) => words.scenes[scene] ?? scene;
  const columns: Columns<VerificationRule> = [
    { key: 'scene', head: words.scene, render: row => sceneOf(row.scene) },
    {
      key: 'pages',
      head: words.pages,
      wide: true,
      render: row => {
        const pages = pagesOf(row.scene);
        if (pages === undefined) return words.everyPage;
        return pages.length === 0 ? words.noPage : pages.join(common.comma);
      },
    },
    { key: 'ask', head: words.ask, render: row => words.asks[row.ask] },
    {
      key: 'order',
      head: words.order,
      wide: true,
      render: row => (row.providers ? row.providers.map(nameOf).join(' → ') : words.orderConfigured),
    },
    {
      key: 'source',
      head: words.source,
      render: row =>
        row.own ? (
          <StatusBadge tone="warning">{words.own}</StatusBadge>
        ) : (
          <StatusBadge tone="neutral">{row.scene === '*' ? words.builtInRule : words.inherited}</StatusBadge>
        ),
    },
    { key: 'changed', head: words.changed, render: row => <DateTime at={row.changed_at} /> },
    admin && {
      key: 'edit',
      head: common.actions,
      render: row => (
        <RowActions>
          <RowAction label={words.edit} of={sceneOf(row.scene)} onClick={() => setEdited(row)} />
          {row.own ? (
            <RowAction label={words.reset} of={sceneOf(row.scene)} onClick={() => setReset(row)} />
          ) : null}
        </RowActions>
      ),
    },
  ];
  const vendorColumns: Column<Vendor>[] = [
    { key: 'name', head: words.vendor, render: row => nameOf(row.name) },
    {
      key: 'appid',
      head: words.appid,
      wide: true,
      render: row => <code className={textCss.code}>{row.appid}</code>,
    },
    {
      key: 'state',
      head: words.state,
      wide: true,
      render: row => (
        <>
          <StatusBadge tone={tones[row.state]}>{words.states[row.state]}</StatusBadge>
          {row.until === null ? null : (
            <>
              {' '}
              {words.until} <DateTime at={row.until} />
            </>
          )}
        </>
      ),
    },
    { key: 'failures', head: words.inARow, numeric: true, render: row => row.failures },
    { key: 'worked', head: words.lastWorked, render: row => <DateTime at={row.last_worked_at} /> },
    {
      key: 'failed',
      head: words.lastFailed,
      render: row => (
        <>
          <DateTime at={row.last_failed_at} />{' '}
          {row.last_failure ? failureText(language, row.last_failure) : null}
        </>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <Section title={words.vendors} lead={health.length > 0 ? words.vendorsLead : undefined}>
        <Table
          label={words.vendors}
          columns={vendorColumns}
          rows={health}
          rowKey={row => row.name}
          empty={<EmptyState what={words.noVendors} how={words.noVendorsHow} />}
        />
      </Section>
      <Outcomes rows={counts.rows} />
      <Section title={words.rules} lead={words.rulesLead}>
        <Table label={words.rules} columns={columns} rows={rules} rowKey={row => row.scene} />
      </Section>
      {edited ? <RuleDialog rule={edited} vendors={vendors} onClose={() => setEdited(undefined)} /> : null}
      {reset ? (
        <ConfirmDialog
          of={sceneOf(reset.scene)}
          text={words.resetText}
          label={words.reset}
          busy={words.resetting}
          onClose={() => setReset(undefined)}
          onConfirm={(_, signal) => mutate('resetVerificationRule', { body: { scene: reset.scene } }, signal)}
        />
      ) : null}
    </>
  );
}
