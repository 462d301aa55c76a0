/** The page of `/console/webhooks`, loaded when it is opened. */
import type { Webhook } from '@rollcall/contract/console';
import { Link, createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Noted } from '../parts/noted.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhookWords } from './words.ts';

export const route = createLazyRoute('/shell/console/webhooks')({ component: Webhooks });

function Webhooks() {
  const { origins, items } = route.useLoaderData();
  const words = useWords(webhookWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const columns: Column<Webhook>[] = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      written: true,
      render: row => (
        <Noted note={row.url}>
          <Link to="/console/webhooks/$id" params={{ id: row.id }}>
            {row.name}
          </Link>
        </Noted>
      ),
    },
    {
      key: 'events',
      head: words.events,
      written: true,
      render: row => row.events.map(event => words.event[event]).join(common.comma),
    },
    { key: 'personal', head: words.personal, render: row => (row.personal ? common.yes : common.no) },
    { key: 'state', head: words.state, render: row => <WebhookState of={row} /> },
    { key: 'waiting', head: words.waiting, numeric: true, render: row => whole(row.waiting) },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <SecondaryButton onClick={() => setCreating(true)}>{words.create}</SecondaryButton>
      </PageHeader>
      <Table
        label={words.title}
        columns={columns}
        rows={items}
        rowKey={row => row.id}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
      {creating ? (
        <WebhookDialog
          origins={origins}
          onClose={() => setCreating(false)}
          onDone={made => {
            setCreating(false);
            setSecret(made?.secret);
          }}
        />
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog title={words.made} secret={secret} onClose={() => setSecret(undefined)}>
          {words.madeText}
        </SecretDialog>
      )}
    </>
  );
}
