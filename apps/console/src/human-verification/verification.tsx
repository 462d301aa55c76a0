/** `/console/human-verification`: the rule of each scene, and how the vendors are. */
import type { VerificationRule } from '@rollcall/contract/console';
import { createRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/rows.ts';
import { Plain } from '../parts/buttons.tsx';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Empty, Mark, PageHead, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { includes } from '../session/me.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { verificationWords } from './words.ts';

type Vendor = AnswerOf<ConsoleCalls['getVerificationHealth']>[number];

export const verificationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/human-verification',
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [{ rules, vendors }, health] = await Promise.all([
      client.ask('listVerificationRules', {}, signal),
      client.ask('getVerificationHealth', {}, signal),
    ]);
    return { rules, vendors, health };
  },
  component: Verification,
});

function Verification() {
  const common = useCommon();
  const { rules, vendors, health } = verificationRoute.useLoaderData();
  const { operator } = verificationRoute.useRouteContext();
  const { client } = useSurroundings();
  const words = useWords(verificationWords);
  const router = useRouter();
  const [edited, setEdited] = useState<VerificationRule>();
  const [reset, setReset] = useState<VerificationRule>();
  const admin = includes(operator.role, 'admin');
  const nameOf = (vendor: string) => words.vendorNames[vendor] ?? vendor;
  const sceneOf = (scene: string) => words.scenes[scene] ?? scene;
  const columns: Column<VerificationRule>[] = [
    { key: 'scene', head: words.scene, render: row => sceneOf(row.scene) },
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
        row.own ? <Mark tone="middling">{words.own}</Mark> : <Mark tone="plain">{words.inherited}</Mark>,
    },
    { key: 'changed', head: words.changed, render: row => <When at={row.changed_at} /> },
    ...(admin
      ? [
          {
            key: 'edit',
            head: common.actions,
            render: (row: VerificationRule) => (
              <span className={css.actions}>
                <Plain aria-label={`${words.edit}: ${sceneOf(row.scene)}`} onClick={() => setEdited(row)}>
                  {words.edit}
                </Plain>
                {row.own ? (
                  <Plain aria-label={`${words.reset}: ${sceneOf(row.scene)}`} onClick={() => setReset(row)}>
                    {words.reset}
                  </Plain>
                ) : null}
              </span>
            ),
          },
        ]
      : []),
  ];
  const vendorColumns: Column<Vendor>[] = [
    { key: 'name', head: words.vendor, render: row => nameOf(row.name) },
    {
      key: 'appid',
      head: words.appid,
      render: row => <code className={css.figuresFont}>{row.appid}</code>,
    },
    {
      key: 'state',
      head: words.state,
      wide: true,
      render: row => (
        <>
          <Mark tone={row.state === 'well' ? 'good' : row.state === 'unwell' ? 'bad' : 'middling'}>
            {words.states[row.state]}
          </Mark>
          {row.until === null ? null : (
            <>
              {' '}
              {words.until} <When at={row.until} />
            </>
          )}
        </>
      ),
    },
    { key: 'failures', head: words.inARow, figure: true, render: row => row.failures },
    { key: 'worked', head: words.lastWorked, render: row => <When at={row.last_worked_at} /> },
    {
      key: 'failed',
      head: words.lastFailed,
      render: row => (
        <>
          <When at={row.last_failed_at} />{' '}
          {row.last_failure ? <code className={css.figuresFont}>{row.last_failure}</code> : null}
        </>
      ),
    },
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Section title={words.vendors} lead={health.length > 0 ? words.vendorsLead : undefined}>
        <Table
          label={words.vendors}
          columns={vendorColumns}
          rows={health}
          rowKey={row => row.name}
          empty={<Empty what={words.noVendors} how={words.noVendorsHow} />}
        />
      </Section>
      <Section title={words.rules} lead={words.rulesLead}>
        <Table label={words.rules} columns={columns} rows={rules} rowKey={row => row.scene} />
      </Section>
      {edited ? <RuleDialog rule={edited} vendors={vendors} onClose={() => setEdited(undefined)} /> : null}
      {reset ? (
        <Confirm
          title={`${words.reset}: ${sceneOf(reset.scene)}`}
          text={words.resetText}
          label={words.reset}
          busy={words.resetting}
          onClose={() => setReset(undefined)}
          act={async (_, signal) => {
            await client.ask('resetVerificationRule', { body: { scene: reset.scene } }, signal);
            await router.invalidate();
          }}
        />
      ) : null}
    </>
  );
}
