/** The dialog that makes a webhook, or changes one. */
import { type Webhook, webhookEvents, type WebhookSettings } from '@rollcall/contract/console';
import { useId, useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useReload } from '../mutate.ts';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import fieldCss from '../parts/field.module.css';
import { webhookWords } from './words.ts';

const bodyOf = (data: FormData): WebhookSettings => ({
  name: textIn(data, 'name'),
  url: textIn(data, 'url'),
  events: webhookEvents.filter(event => data.getAll('events').includes(event)),
  personal: data.has('personal'),
});

type Mistakes = Readonly<Partial<Record<'name' | 'url' | 'events', string>>>;

/** @param props.of the webhook that is changed; absent: a new one is made */
export function WebhookDialog(props: {
  of?: Webhook;
  origins: readonly string[];
  onClose: () => void;
  onDone: (made: { id: string; secret: string } | undefined) => void;
}) {
  const { of, origins, onClose, onDone } = props;
  const { client } = useConsoleContext();
  const words = useWords(webhookWords);
  const common = useCommonWords();
  const reload = useReload();
  const eventsError = useId();
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const forget = (name: keyof Mistakes) => () => setMistakes({ ...mistakes, [name]: '' });
  const judge = (data: FormData): Mistakes => {
    const body = bodyOf(data);
    const allowed = URL.canParse(body.url) && origins.includes(new URL(body.url).origin);
    return {
      name: body.name === '' ? words.needed : '',
      url: body.url === '' ? words.needed : allowed ? '' : words.wrongUrl,
      events: body.events.length === 0 ? words.noEvent : '',
    };
  };
  return (
    <ConfirmDialog
      title={of ? common.titled(common.change, of.name) : words.create}
      label={of ? common.save : words.create}
      busy={of ? common.saving : words.creating}
      onClose={onClose}
      validate={data => {
        const found = judge(data);
        setMistakes(found);
        return Object.values(found).every(text => text === '');
      }}
      onConfirm={async (data, signal) => {
        const body = bodyOf(data);
        const call = of
          ? client.call('changeWebhook', { body: { id: of.id, ...body } }, signal).then(() => undefined)
          : client.call('createWebhook', { body }, signal);
        const made = await call.catch((error: unknown) => {
          const name = refusedOf(error).name;
          if (name === 'Conflict') setMistakes({ name: words.nameTaken });
          if (name === 'InvalidRequest') setMistakes({ url: words.wrongUrl });
          throw error;
        });
        await reload();
        return made;
      }}
      onDone={onDone}
    >
      <TextField
        label={words.name}
        rule={words.nameRule}
        error={mistakes.name || undefined}
        name="name"
        maxLength={64}
        autoComplete="off"
        defaultValue={of?.name}
        onInput={forget('name')}
      />
      <TextField
        label={words.url}
        rule={origins.length === 0 ? words.noOrigins : words.urlRule(origins.join(common.comma))}
        error={mistakes.url || undefined}
        name="url"
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        defaultValue={of?.url}
        onInput={forget('url')}
      />
      <fieldset className={choicesCss.choices} aria-describedby={eventsError}>
        <legend>{words.events}</legend>
        {webhookEvents.map(event => (
          <Tick
            key={event}
            type="checkbox"
            name="events"
            value={event}
            defaultChecked={of?.events.includes(event) ?? event.startsWith('account.')}
            aria-invalid={mistakes.events ? true : undefined}
            onChange={forget('events')}
            label={words.event[event]}
            note={event}
          />
        ))}
        <div role="alert" id={eventsError} className={fieldCss.error}>
          {mistakes.events}
        </div>
      </fieldset>
      <Tick
        type="checkbox"
        name="personal"
        defaultChecked={of?.personal ?? false}
        label={words.personal}
        note={words.personalRule}
      />
    </ConfirmDialog>
  );
}
