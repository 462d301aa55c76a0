/** The page of `/console/openid`, loaded when it is opened. */
import type { OpenidClient } from '@rollcall/contract/console';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate, useReload } from '../mutate.ts';
import { PrimaryButton } from '../parts/buttons.tsx';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog, DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { Noted } from '../parts/noted.tsx';
import { type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import textCss from '../parts/text.module.css';
import { hasRole } from '../session/current-operator.ts';
import { ClientDialog } from './client-dialog.tsx';
import { openidWords } from './words.ts';

export const route = createLazyRoute('/shell/console/openid')({ component: OpenidClients });

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'change' | 'renew' | 'remove'; readonly of: OpenidClient }
  | { readonly kind: 'made'; readonly id: string; readonly secret: string };

function OpenidClients() {
  const { issuer, clients } = route.useLoaderData();
  const { operator } = route.useRouteContext();
  const { client } = useConsoleContext();
  const words = useWords(openidWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const reload = useReload();
  const { whole } = useNumberFormat();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const admin = hasRole(operator.role, 'admin');
  const columns: Columns<OpenidClient> = [
    {
      key: 'name',
      head: words.name,
      written: true,
      render: row => <Noted note={row.own ? words.ours : words.asks}>{row.name}</Noted>,
    },
    { key: 'id', head: words.id, render: row => <code className={textCss.code}>{row.id}</code> },
    {
      key: 'redirects',
      head: words.redirects,
      wide: true,
      written: true,
      render: row => row.redirect_uris.join(' '),
    },
    {
      key: 'sign-ins',
      head: words.signIns,
      numeric: true,
      render: row => whole(row.sign_ins.reduce((sum, day) => sum + day, 0)),
    },
    {
      key: 'used',
      head: words.lastUsed,
      render: row => (row.last_used_at === null ? words.never : <DateTime at={row.last_used_at} />),
    },
    admin && {
      key: 'acts',
      head: common.actions,
      render: of => (
        <RowActions>
          <RowAction label={common.change} of={of.name} onClick={() => setOpen({ kind: 'change', of })} />
          {of.auth_method === 'none' ? null : (
            <RowAction label={words.renew} of={of.name} onClick={() => setOpen({ kind: 'renew', of })} />
          )}
          <RowAction label={common.delete} of={of.name} onClick={() => setOpen({ kind: 'remove', of })} />
        </RowActions>
      ),
    },
  ];
  const shown = async (id: string, secret: string | null | undefined) => {
    setOpen(secret ? { kind: 'made', id, secret } : undefined);
    await reload();
  };
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        {admin ? (
          <PrimaryButton onClick={() => setOpen({ kind: 'create' })}>{words.create}</PrimaryButton>
        ) : null}
      </PageHeader>
      <p>
        {words.issuer} <code className={textCss.code}>{issuer}</code>
      </p>
      <Table
        label={words.title}
        columns={columns}
        rows={clients}
        rowKey={row => row.id}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
      {open?.kind === 'create' ? (
        <ClientDialog onClose={close} onDone={made => void shown(made?.id ?? '', made?.secret)} />
      ) : null}
      {open?.kind === 'change' ? (
        <ClientDialog of={open.of} onClose={close} onDone={() => void shown(open.of.id, undefined)} />
      ) : null}
      {open?.kind === 'renew' ? (
        <ConfirmDialog
          of={open.of.name}
          text={words.renewText}
          label={words.renew}
          busy={words.renewing}
          onClose={close}
          onConfirm={(data, signal) =>
            client.call(
              'renewOpenidSecret',
              { body: { id: open.of.id, overlap: data.has('overlap') } },
              signal,
            )
          }
          onDone={({ secret }) => void shown(open.of.id, secret)}
        >
          <Tick type="checkbox" name="overlap" defaultChecked label={words.overlap} />
        </ConfirmDialog>
      ) : null}
      {open?.kind === 'remove' ? (
        <DeleteDialog
          of={open.of.name}
          text={words.removeText}
          onClose={close}
          onConfirm={(_, signal) => mutate('deleteOpenidClient', { body: { id: open.of.id } }, signal)}
        />
      ) : null}
      {open?.kind === 'made' ? (
        <Dialog title={words.secretOnce} onClose={close}>
          <DescriptionList
            items={[
              [
                words.issuer,
                <code key="i" className={textCss.code}>
                  {issuer}
                </code>,
              ],
              [
                words.id,
                <code key="c" className={textCss.code}>
                  {open.id}
                </code>,
              ],
              [
                words.secret,
                <code key="s" className={textCss.code}>
                  {open.secret}
                </code>,
              ],
            ]}
          />
          <PrimaryButton onClick={close}>{words.close}</PrimaryButton>
        </Dialog>
      ) : null}
    </>
  );
}
