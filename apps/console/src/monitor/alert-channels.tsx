/** Where alerts are sent: the configured webhook, group bots and further webhooks, each with a test. */
import {
  type AlertChannel,
  type AlertRule,
  type ChannelKind,
  type QuestionAlert,
  channelKinds,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import formCss from '../parts/form.module.css';
import { LanguageField, languageName } from '../parts/language-field.tsx';
import { Section } from '../parts/page.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate, useReload } from '../mutate.ts';
import { channelWords, messageKeywords } from './channel-words.ts';
import { TestDialog } from './test-dialog.tsx';

/** Least characters of a webhook's key. */
const WEBHOOK_SECRET = 16;

/** A row: a channel, or the default (`id` null). */
interface Receiver {
  readonly id: number | null;
  readonly name: string;
  readonly kind: string;
  readonly channel?: AlertChannel;
}

type OpenDialog =
  | { readonly act: 'add' }
  | { readonly act: 'change' | 'delete'; readonly channel: AlertChannel }
  | { readonly act: 'test'; readonly receiver: Receiver };

export function AlertChannels(props: {
  channels: readonly AlertChannel[];
  /** Rules of all products: a channel that one of them uses can't be removed. */
  rules: readonly AlertRule[];
  /** Alerts on questions, which use channels likewise. */
  questions: readonly Pick<QuestionAlert, 'name' | 'channel'>[];
  /** Whether a webhook is configured. */
  webhook: boolean;
  /** Origins that webhooks may have. */
  origins: readonly string[];
  admin: boolean;
}) {
  const { channels, rules, questions, webhook, origins, admin } = props;
  const { client } = useConsoleContext();
  const words = useWords(channelWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const usedBy = dialog?.act === 'delete' && rules.find(rule => rule.channel === dialog.channel.id);
  const askedBy = dialog?.act === 'delete' && questions.find(alert => alert.channel === dialog.channel.id);
  const inUse = usedBy
    ? words.inUse(usedBy.name, usedBy.product)
    : askedBy
      ? words.inUseByQuestion(askedBy.name)
      : undefined;
  const receiverOf = (channel: AlertChannel): Receiver => ({
    id: channel.id,
    name: channel.name,
    kind: `${words.kinds[channel.kind]} ${words.hint(channel.kind, channel.hint)}${channel.signed ? words.signed : ''}`,
    channel,
  });
  const receivers: Receiver[] = [
    { id: null, name: words.default, kind: webhook ? words.webhook : words.consoleOnly },
    ...channels.map(receiverOf),
  ];
  const columns: Columns<Receiver> = [
    { key: 'name', head: words.name, render: row => row.name },
    { key: 'kind', head: words.kind, wide: true, render: row => row.kind },
    {
      key: 'language',
      head: words.language,
      render: row => (row.channel ? languageName(row.channel.language) : '—'),
    },
    admin &&
      (webhook || channels.length > 0) && {
        key: 'actions',
        head: common.actions,
        render: row => {
          const { id, name, channel } = row;
          return (
            <RowActions>
              {id !== null || webhook ? (
                <RowAction
                  label={words.test}
                  of={name}
                  onClick={() => setDialog({ act: 'test', receiver: row })}
                />
              ) : null}
              {channel ? (
                <>
                  <RowAction
                    label={common.change}
                    of={name}
                    onClick={() => setDialog({ act: 'change', channel })}
                  />
                  <RowAction
                    label={words.remove}
                    of={name}
                    onClick={() => setDialog({ act: 'delete', channel })}
                  />
                </>
              ) : null}
            </RowActions>
          );
        },
      },
  ];
  return (
    <Section
      title={words.channels}
      lead={words.channelsLead}
      action={
        admin ? (
          <SecondaryButton onClick={() => setDialog({ act: 'add' })}>{words.add}</SecondaryButton>
        ) : null
      }
    >
      <Table
        label={words.channels}
        columns={columns}
        rows={receivers}
        rowKey={row => String(row.id)}
        empty={null}
      />
      {dialog?.act === 'add' ? <AddChannel origins={origins} onClose={close} /> : null}
      {dialog?.act === 'change' ? (
        <ChangeChannel
          channel={dialog.channel}
          onClose={close}
          onSaved={saved =>
            // A bot that checks keywords may refuse what it took before.
            saved.language === dialog.channel.language
              ? close()
              : setDialog({ act: 'test', receiver: receiverOf(saved) })
          }
        />
      ) : null}
      {dialog?.act === 'delete' && inUse !== undefined ? (
        <Dialog title={common.titled(words.remove, dialog.channel.name)} onClose={close} busy={false}>
          <p>{inUse}</p>
          <div className={formCss.foot}>
            <SecondaryButton onClick={close}>{common.close}</SecondaryButton>
          </div>
        </Dialog>
      ) : dialog?.act === 'delete' ? (
        <ConfirmDialog
          of={dialog.channel.name}
          text={words.removeText}
          label={words.remove}
          busy={words.removing}
          onClose={close}
          onConfirm={(_, signal) =>
            mutate('deleteAlertChannel', { query: { id: dialog.channel.id } }, signal)
          }
        />
      ) : null}
      {dialog?.act === 'test' ? (
        <TestDialog
          name={dialog.receiver.name}
          text={words.testText}
          send={signal => client.call('testAlertChannel', { body: { id: dialog.receiver.id } }, signal)}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}

/** WeCom has no keywords, and a bot that checks signatures rarely checks keywords, too. */
const mayCheckKeywords = ({ kind, signed }: AlertChannel): boolean =>
  !signed && (kind === 'dingtalk' || kind === 'feishu');

function ChangeChannel(props: {
  channel: AlertChannel;
  onClose: () => void;
  onSaved: (channel: AlertChannel) => void;
}) {
  const { channel, onClose, onSaved } = props;
  const words = useWords(channelWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [language, setLanguage] = useState(channel.language);
  const [wrong, setWrong] = useState(false);
  return (
    <ConfirmDialog
      title={common.titled(common.change, channel.name)}
      onClose={onClose}
      validate={data => {
        setWrong(textIn(data, 'name') === '');
        return textIn(data, 'name') !== '';
      }}
      onConfirm={(data, signal) =>
        mutate(
          'changeAlertChannel',
          { body: { id: channel.id, name: textIn(data, 'name'), language } },
          signal,
        )
      }
      onDone={onSaved}
    >
      <TextField
        label={words.name}
        error={wrong ? words.needed : undefined}
        name="name"
        maxLength={100}
        autoComplete="off"
        defaultValue={channel.name}
      />
      <LanguageField
        label={words.language}
        value={language}
        onSelect={setLanguage}
        rule={
          mayCheckKeywords(channel)
            ? words.keywordRule(messageKeywords[language].join(common.comma))
            : undefined
        }
      />
    </ConfirmDialog>
  );
}

function AddChannel({ origins, onClose }: { origins: readonly string[]; onClose: () => void }) {
  const { client, language: own } = useConsoleContext();
  const words = useWords(channelWords);
  const common = useCommonWords();
  const reload = useReload();
  const [kind, setKind] = useState<ChannelKind>('wecom');
  const [language, setLanguage] = useState(own);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const urlRule =
    kind !== 'webhook'
      ? words.urlRule[kind]
      : origins.length > 0
        ? words.webhookOrigins(origins.join(' / '))
        : words.noOrigins;
  return (
    <ConfirmDialog
      title={words.add}
      onClose={onClose}
      validate={data => {
        const missing = ['name', 'url'].filter(name => textIn(data, name) === '');
        if (kind === 'webhook' && textIn(data, 'secret').length < WEBHOOK_SECRET) missing.push('secret');
        setWrong(missing);
        return missing.length === 0;
      }}
      onConfirm={async (data, signal) => {
        const secret = textIn(data, 'secret');
        const body = {
          name: textIn(data, 'name'),
          kind,
          language,
          url: textIn(data, 'url'),
          ...(secret === '' ? {} : { secret }),
        };
        await client.call('createAlertChannel', { body }, signal).catch((error: unknown) => {
          if (refusedOf(error).name === 'InvalidRequest') setWrong(['bot']);
          throw error;
        });
        await reload();
      }}
    >
      <SelectField
        label={words.kind}
        value={kind}
        options={labelled(channelKinds, words.kinds)}
        onSelect={chosen => {
          setKind(chosen);
          setWrong([]);
        }}
      />
      <TextField
        label={words.name}
        error={wrong.includes('name') ? words.needed : undefined}
        name="name"
        maxLength={100}
        autoComplete="off"
      />
      <LanguageField label={words.language} value={language} onSelect={setLanguage} />
      <TextField
        label={words.url}
        rule={urlRule}
        error={
          wrong.includes('url')
            ? words.needed
            : !wrong.includes('bot')
              ? undefined
              : kind === 'webhook'
                ? words.noOrigin
                : words.noBot
        }
        name="url"
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
      />
      {kind === 'wecom' ? null : (
        <TextField
          label={words.secret}
          rule={
            kind === 'webhook'
              ? words.webhookSecret
              : words.secretRule(messageKeywords[language].join(common.comma))
          }
          error={wrong.includes('secret') ? words.secretTooShort : undefined}
          name="secret"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </ConfirmDialog>
  );
}
