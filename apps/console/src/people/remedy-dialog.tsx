/** The dialogs of what operators do for a person. */
import type { NumberChange, PersonDetail } from '@rollcall/contract/console';
import { fields, phoneNumberFrom } from '@rollcall/contract';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useReload } from '../mutate.ts';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { remedyWords } from './remedy-words.ts';

/** The remedy that is chosen. */
export type Remedy =
  | 'clear'
  | 'link'
  | 'name'
  | 'keep'
  | 'number'
  | { readonly unbind: 'wechat' | 'qq' }
  | { readonly approve: NumberChange }
  | { readonly cancel: NumberChange };

interface DialogProps {
  readonly person: PersonDetail;
  /** Says how it ended, beside the buttons. */
  readonly onSaid: (text: string) => void;
  readonly onClose: () => void;
}

function CorrectName({ person, onSaid, onClose }: DialogProps) {
  const { client } = useConsoleContext();
  const words = useWords(remedyWords);
  const reload = useReload();
  const [wrong, setWrong] = useState<{ fullname?: string | undefined; nickname?: string | undefined }>({});
  const changesOf = (data: FormData) => {
    const [fullname, nickname] = [textIn(data, 'fullname'), textIn(data, 'nickname')];
    return {
      ...(fullname === (person.fullname ?? '') ? {} : { fullname }),
      ...(nickname === person.nickname ? {} : { nickname }),
    };
  };
  return (
    <ReasonDialog
      label={words.name}
      text={words.nameText}
      onClose={onClose}
      validate={data => {
        const changes = changesOf(data);
        const { fullname, nickname } = changes;
        const found = {
          fullname:
            fullname && !fields.FULLNAME.test(fullname)
              ? words.fullnameWrong
              : Object.keys(changes).length === 0
                ? words.nameSame
                : undefined,
          nickname:
            nickname !== undefined && !fields.NICKNAME.test(nickname) ? words.nicknameWrong : undefined,
        };
        setWrong(found);
        return found.fullname === undefined && found.nickname === undefined;
      }}
      work={async (reason, signal, data) => {
        const body = { id: person.id, reason, ...changesOf(data) };
        await client.call('correctPersonName', { body }, signal);
        onSaid(words.done);
        await reload();
      }}
    >
      <TextField
        label={words.fullname}
        rule={words.fullnameRule}
        error={wrong.fullname}
        optional
        name="fullname"
        defaultValue={person.fullname ?? ''}
        autoComplete="off"
        maxLength={30}
      />
      <TextField
        label={words.nickname}
        rule={words.nicknameRule}
        error={wrong.nickname}
        name="nickname"
        defaultValue={person.nickname}
        autoComplete="off"
        maxLength={40}
      />
    </ReasonDialog>
  );
}

function SendLink({ person, onSaid, onClose }: DialogProps) {
  const { client } = useConsoleContext();
  const words = useWords(remedyWords);
  const reload = useReload();
  const { id, nickname, phone_number: phone, email } = person;
  const choices = [
    ...(phone === null ? [] : [['phone', words.linkPhone(phone)] as const]),
    ...(email === null ? [] : [['email', words.linkEmail(email)] as const]),
  ];
  return (
    <ConfirmDialog
      text={words.linkText(nickname)}
      label={words.link}
      busy={words.linkSending}
      onClose={onClose}
      onConfirm={async (data, signal) => {
        const to = data.get('to') === 'email' ? 'email' : 'phone';
        await client.call('sendPersonResetLink', { body: { id, to } }, signal);
        onSaid(words.linkDone);
        await reload();
      }}
    >
      <fieldset className={choicesCss.choices}>
        <legend>{words.linkTo}</legend>
        {choices.map(([to, label], index) => (
          <Tick key={to} type="radio" name="to" value={to} defaultChecked={index === 0} label={label} />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}

function ChangeNumber({ person, onSaid, onClose }: DialogProps) {
  const { client } = useConsoleContext();
  const words = useWords(remedyWords);
  const reload = useReload();
  const [wrong, setWrong] = useState(false);
  const [removes, setRemoves] = useState(false);
  const typed = (data: FormData) => phoneNumberFrom(textIn(data, 'phone_number'));
  return (
    <ReasonDialog
      title={words.number}
      text={words.numberText}
      label={words.numberPropose}
      busy={words.numberSaving}
      onClose={onClose}
      validate={data => {
        const right = removes || fields.PHONE_NUMBER.test(typed(data));
        setWrong(!right);
        return right;
      }}
      work={async (reason, signal, data) => {
        const body = { id: person.id, phone_number: removes ? null : typed(data), reason };
        await client.call('proposeNumberChange', { body }, signal);
        onSaid(words.numberDone);
        await reload();
      }}
    >
      {removes ? null : (
        <TextField
          label={words.numberNew}
          rule={words.numberRule}
          error={wrong ? words.numberWrong : undefined}
          name="phone_number"
          inputMode="tel"
          autoComplete="off"
          maxLength={254}
          onInput={() => setWrong(false)}
        />
      )}
      {person.phone_number === null ? null : (
        <Tick
          type="checkbox"
          checked={removes}
          onChange={event => setRemoves(event.target.checked)}
          label={words.numberRemove}
        />
      )}
    </ReasonDialog>
  );
}

export function RemedyDialog({ remedy, ...props }: DialogProps & { remedy: Remedy }) {
  const { person, onSaid, onClose } = props;
  const { client } = useConsoleContext();
  const words = useWords(remedyWords);
  const common = useCommonWords();
  const reload = useReload();
  const { id, nickname } = person;
  const ended = async (text = words.done) => {
    onSaid(text);
    await reload();
  };
  if (remedy === 'link') return <SendLink {...props} />;
  if (remedy === 'name') return <CorrectName {...props} />;
  if (remedy === 'number') return <ChangeNumber {...props} />;
  if (remedy === 'clear')
    return (
      <ReasonDialog
        label={words.clear}
        text={words.clearText(nickname)}
        busy={words.clearing}
        onClose={onClose}
        work={async (reason, signal) => {
          const { cleared } = await client.call('clearPersonWaits', { body: { id, reason } }, signal);
          const names = cleared.map(wait => words.cleared[wait]).join(common.comma);
          await ended(names === '' ? words.clearedNone : words.clearedDone(names));
        }}
      />
    );
  if (remedy === 'keep')
    return (
      <ReasonDialog
        label={words.keep}
        text={words.keepText(nickname)}
        busy={words.keeping}
        onClose={onClose}
        work={async (reason, signal) => {
          await client.call('cancelPersonDeletion', { body: { id, reason } }, signal);
          await ended();
        }}
      />
    );
  if ('unbind' in remedy)
    return (
      <ReasonDialog
        label={words.unbind[remedy.unbind]}
        text={words.unbindText(nickname)}
        busy={words.unbinding}
        onClose={onClose}
        work={async (reason, signal) => {
          await client.call(
            'unbindPersonIdentity',
            { body: { id, provider: remedy.unbind, reason } },
            signal,
          );
          await ended();
        }}
      />
    );
  const approves = 'approve' in remedy;
  const change = approves ? remedy.approve : remedy.cancel;
  const title = approves ? words.approve : words.cancelChange;
  return (
    <ConfirmDialog
      text={
        approves
          ? words.approveText(change.old_number ?? words.none, change.new_number ?? words.none)
          : words.cancelChangeText
      }
      label={title}
      busy={approves ? words.approving : words.cancelling}
      onClose={onClose}
      onConfirm={async (_, signal) => {
        const body = { id, change_id: change.id };
        if (approves) await client.call('approveNumberChange', { body }, signal);
        else await client.call('cancelNumberChange', { body }, signal);
        await ended(approves ? words.approved : words.cancelled);
      }}
    />
  );
}
