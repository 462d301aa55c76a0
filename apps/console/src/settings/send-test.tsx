/** Sends a test message to the operator's own number or address, and says what each sender answered. */
import type { Channel } from '@rollcall/contract';
import { type TestPurpose, testPurposes } from '@rollcall/contract/console';
import { useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { failureText } from '../failure-text.ts';
import { messagesWords } from '../messages/words.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import formCss from '../parts/form.module.css';
import { SelectField } from '../parts/select-field.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { textIn } from '../parts/text-field.tsx';
import css from './settings.module.css';
import { testWords } from './test-words.ts';

export type Tried = AnswerOf<ConsoleCalls['sendTestMessage']>['items'];

const tones = { sent: 'good', limited: 'warning', failed: 'bad' } as const;

/** The texts that a channel has. */
const purposesOf = (channel: Channel): readonly TestPurpose[] => {
  if (channel === 'email') return ['login', 'reset', 'bind', 'email', 'proof', 'notice'];
  return testPurposes.filter(one => one !== 'email' && (one !== 'notice' || channel === 'sms'));
};

/** @param props.channels those that a sender in use has: one at least */
export function SendTest({ channels }: { channels: readonly Channel[] }) {
  const words = useWords(testWords);
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState<Tried>();
  const close = () => {
    setOpen(false);
    setTried(undefined);
  };
  return (
    <>
      <div className={css.trial}>
        <p>
          {words.how}
          <SecondaryButton onClick={() => setOpen(true)}>{words.open}</SecondaryButton>
        </p>
      </div>
      {open && !tried ? <TestForm channels={channels} onClose={close} onDone={setTried} /> : null}
      {tried ? <Answers tried={tried} onClose={close} /> : null}
    </>
  );
}

function TestForm(props: {
  channels: readonly Channel[];
  onClose: () => void;
  onDone: (tried: Tried) => void;
}) {
  const { channels, onClose, onDone } = props;
  const { client, language: shown } = useConsoleContext();
  const words = useWords(testWords);
  const messages = useWords(messagesWords);
  const [channel, setChannel] = useState<Channel>(channels[0] ?? 'sms');
  const [purpose, setPurpose] = useState<TestPurpose>('login');
  const [language, setLanguage] = useState(shown);
  const [problem, setProblem] = useState('');
  const choose = (chosen: Channel) => {
    setChannel(chosen);
    setProblem('');
    if (!purposesOf(chosen).includes(purpose)) setPurpose('login');
  };
  return (
    <ConfirmDialog
      title={words.open}
      text={words.how}
      label={words.acts[channel]}
      busy={words.sending}
      onClose={onClose}
      validate={data => {
        const missing = textIn(data, 'to') === '';
        setProblem(missing ? words.missing : '');
        return !missing;
      }}
      onConfirm={async (data, signal) => {
        const to = String(data.get('to') ?? '');
        const body = { channel, to, purpose, language };
        return client.call('sendTestMessage', { body }, signal).catch((error: unknown) => {
          const { name } = refusedOf(error);
          if (name === 'InvalidPhoneNumber' || name === 'InvalidEmail') setProblem(failureText(shown, name));
          throw error;
        });
      }}
      onDone={({ items }) => onDone(items)}
    >
      <SelectField
        label={words.channel}
        value={channel}
        options={channels.map(one => [one, messages.channels[one] ?? one] as const)}
        onSelect={choose}
      />
      <Field
        label={channel === 'email' ? words.email : words.phone}
        rule={words.rule}
        error={problem || undefined}
      >
        {control => (
          <input
            key={channel}
            {...control}
            name="to"
            inputMode={channel === 'email' ? 'email' : 'tel'}
            maxLength={254}
            autoComplete={channel === 'email' ? 'email' : 'tel-national'}
            spellCheck={false}
            onInput={() => setProblem('')}
          />
        )}
      </Field>
      <SelectField
        label={words.purpose}
        value={purpose}
        options={purposesOf(channel).map(one => [one, messages.purposes[one] ?? one] as const)}
        onSelect={setPurpose}
      />
      <SelectField
        label={words.language}
        value={language}
        options={[['zh-CN', '中文'] as const, ['en', 'English'] as const]}
        onSelect={setLanguage}
      />
    </ConfirmDialog>
  );
}

export function Answers({ tried, onClose }: { tried: Tried; onClose: () => void }) {
  const { language } = useConsoleContext();
  const words = useWords(testWords);
  const common = useCommonWords();
  const { senders } = useWords(messagesWords);
  const sent = tried[tried.length - 1]?.outcome === 'sent';
  return (
    <Dialog title={words.open} onClose={onClose} busy={false}>
      <output className={css.answers}>
        {tried.map(({ name, outcome, reason }) => (
          <span key={name}>
            <StatusBadge tone={tones[outcome]}>
              {common.titled(senders[name] ?? name, words.outcomes[outcome])}
            </StatusBadge>{' '}
            {reason === null || outcome === 'limited' ? null : (
              <code className={css.code}>{failureText(language, reason)}</code>
            )}
          </span>
        ))}
        <span>
          {sent ? words.sent : words.unsent}
          {tried.some(({ outcome }) => outcome === 'failed') ? `${common.gap}${words.late}` : null}
        </span>
      </output>
      <div className={formCss.foot}>
        <SecondaryButton onClick={onClose}>{common.close}</SecondaryButton>
      </div>
    </Dialog>
  );
}
