/** The section of the operator's own second factors. */
import type { SecondFactors } from '@rollcall/contract';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { TextButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { AddSecondFactor } from './add-second-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorWords } from './second-factor-words.ts';

interface Row {
  /** Null: the app. */
  readonly id: string | null;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

type Open =
  | { readonly what: 'remove'; readonly row: Row }
  | { readonly what: 'renew' }
  | { readonly what: 'codes'; readonly codes: readonly string[] };

export function OwnSecondFactors({ factors }: { factors: SecondFactors }) {
  const { client } = useConsoleContext();
  const words = useWords(secondFactorWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const router = useRouter();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { totp, passkeys } = factors;
  const rows: Row[] = [
    ...(totp ? [{ id: null, name: words.app, created_at: totp.created_at, last_used_at: null }] : []),
    ...passkeys,
  ];
  const mayRemove = !factors.required || rows.length > 1;
  const columns: Column<Row>[] = [
    {
      key: 'name',
      head: words.factor,
      wide: true,
      render: row => (row.id === null ? row.name : `${words.passkey} · ${row.name}`),
    },
    { key: 'added', head: words.added, render: row => <DateTime at={row.created_at} /> },
    {
      key: 'used',
      head: words.lastUsed,
      render: row => (row.id === null ? '—' : <DateTime at={row.last_used_at} />),
    },
    {
      key: 'remove',
      head: common.actions,
      render: row =>
        mayRemove ? (
          <TextButton onClick={() => setOpen({ what: 'remove', row })}>{words.remove}</TextButton>
        ) : null,
    },
  ];
  return (
    <Section title={words.secondFactors} lead={factors.required ? words.leadRequired : words.lead}>
      {rows.length > 0 ? (
        <>
          <Table label={words.secondFactors} columns={columns} rows={rows} rowKey={row => row.id ?? 'app'} />
          <p>
            {words.codesLeft(factors.recovery_codes_left)}{' '}
            <TextButton onClick={() => setOpen({ what: 'renew' })}>{words.renewCodes}</TextButton>
          </p>
        </>
      ) : (
        <p>{words.none}</p>
      )}
      <AddSecondFactor
        passkeysAvailable={factors.passkeys_available}
        onDone={() => void router.invalidate()}
      />
      {open?.what === 'remove' ? (
        <ConfirmDialog
          title={words.removeTitle(open.row.id === null ? words.app : open.row.name)}
          text={rows.length === 1 ? words.removeLastText : words.removeText}
          label={words.remove}
          busy={words.removing}
          onClose={close}
          onConfirm={async (_, signal) => {
            const { id } = open.row;
            if (id === null) await mutate('removeOperatorTotp', {}, signal);
            else await mutate('removeOperatorPasskey', { body: { id } }, signal);
          }}
        />
      ) : open?.what === 'renew' ? (
        <ConfirmDialog
          text={words.renewText}
          label={words.renewCodes}
          busy={words.renewing}
          onClose={close}
          onConfirm={(_, signal) => client.call('renewOperatorRecoveryCodes', {}, signal)}
          onDone={({ recovery_codes: codes }) => {
            void router.invalidate();
            setOpen({ what: 'codes', codes: codes ?? [] });
          }}
        />
      ) : open ? (
        <Dialog title={words.recoveryCodes} onClose={close}>
          <RecoveryCodes codes={open.codes} onDone={close} />
        </Dialog>
      ) : null}
    </Section>
  );
}
