/** What an admin can do with a webhook. */
import type { Webhook } from '@rollcall/contract/console';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate, useReload } from '../mutate.ts';
import { SecondaryButton, SubmitButton } from '../parts/buttons.tsx';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog, DeleteDialog } from '../parts/confirm-dialog.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { useTask } from '../parts/task.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhookWords } from './words.ts';

type Act = 'change' | 'renew' | 'pause' | 'resume' | 'delete';
type Open = { readonly what: Act } | { readonly what: 'made'; readonly secret: string };

export function WebhookActs({ webhook, origins }: { webhook: Webhook; origins: readonly string[] }) {
  const { id, name, paused_at: paused } = webhook;
  const { client } = useConsoleContext();
  const words = useWords(webhookWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const reload = useReload();
  const navigate = useNavigate();
  const test = useTask();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const confirm = (act: 'renew' | 'pause' | 'resume') => ({ label: words[act], of: name, onClose: close });
  const button = (act: Act) => (
    <SecondaryButton onClick={() => setOpen({ what: act })}>
      {act === 'change' || act === 'delete' ? common[act] : words[act]}
    </SecondaryButton>
  );
  return (
    <>
      {paused === null ? (
        <form
          onSubmit={event => {
            event.preventDefault();
            test.run(async signal => {
              await client.call('testWebhook', { body: { id } }, signal);
              await navigate({ to: '.', search: {} });
              await reload();
            });
          }}
        >
          <SubmitButton task={test} label={words.test} busy={words.testing} secondary />
        </form>
      ) : (
        button('resume')
      )}
      {button('change')}
      {button('renew')}
      {paused === null ? button('pause') : null}
      {button('delete')}
      {test.problem ? <ErrorMessage problem={test.problem} /> : null}
      {open?.what === 'change' ? (
        <WebhookDialog of={webhook} origins={origins} onClose={close} onDone={close} />
      ) : null}
      {open?.what === 'renew' ? (
        <ConfirmDialog
          {...confirm('renew')}
          text={words.renewText}
          busy={words.renewing}
          onConfirm={(data, signal) =>
            mutate('renewWebhookSecret', { body: { id, overlap: data.has('overlap') } }, signal)
          }
          onDone={({ secret }) => setOpen({ what: 'made', secret })}
        >
          <Tick type="checkbox" name="overlap" defaultChecked label={words.overlap} />
        </ConfirmDialog>
      ) : null}
      {open?.what === 'pause' ? (
        <ConfirmDialog
          {...confirm('pause')}
          text={words.pauseText}
          busy={words.pausing}
          onConfirm={(_, signal) => mutate('pauseWebhook', { body: { id } }, signal)}
        />
      ) : null}
      {open?.what === 'resume' ? (
        <ConfirmDialog
          {...confirm('resume')}
          text={words.resumeText}
          busy={words.resuming}
          onConfirm={(data, signal) =>
            mutate('resumeWebhook', { body: { id, again: data.has('again') } }, signal)
          }
        >
          <Tick type="checkbox" name="again" defaultChecked label={words.again} />
        </ConfirmDialog>
      ) : null}
      {open?.what === 'delete' ? (
        <DeleteDialog
          of={name}
          text={words.removeText}
          onClose={close}
          onConfirm={async (_, signal) => {
            await client.call('deleteWebhook', { body: { id } }, signal);
            await navigate({ to: '/console/webhooks' });
          }}
        />
      ) : null}
      {open?.what === 'made' ? (
        <SecretDialog title={words.made} secret={open.secret} onClose={close}>
          {words.madeText}
        </SecretDialog>
      ) : null}
    </>
  );
}
