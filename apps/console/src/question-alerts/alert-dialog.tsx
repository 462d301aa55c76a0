/** The dialog that makes or changes an alert on a saved question. */
import {
  type AlertChannel,
  figureUnit,
  type QuestionAlert,
  readQuestion,
  watchedSeries,
} from '@rollcall/contract/console';
import { useState } from 'react';
import { seriesName } from '../ask/names.ts';
import { askWords } from '../ask/words.ts';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import {
  type AlertField,
  conditions,
  newAlert,
  periodsOf,
  readAlert,
  type TypedAlert,
  typedAlert,
} from './typed.ts';
import { questionAlertWords } from './words.ts';

export function QuestionAlertDialog(props: {
  /** The saved question. */
  question: { readonly id: string; readonly name: string; readonly text: string };
  /** Absent: a new one is made. */
  alert?: QuestionAlert;
  channels: readonly AlertChannel[];
  webhook: boolean;
  onClose: () => void;
}) {
  const { question: kept, alert, channels, webhook, onClose } = props;
  const words = useWords(questionAlertWords);
  const ask = useWords(askWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const { question } = readQuestion(kept.text);
  const [typed, setTyped] = useState<TypedAlert | undefined>(
    () => (alert && typedAlert(alert)) ?? (question && newAlert(question, kept.name)),
  );
  const [wrong, setWrong] = useState<readonly AlertField[]>([]);
  if (!question || !typed) return null;
  const { condition } = typed;
  const unit = figureUnit(question, typed.series);
  const change = (more: Partial<TypedAlert>) => {
    setTyped({ ...typed, ...more });
    setWrong([]);
  };
  const input = (field: AlertField, label: string, error: string, rule?: string) => (
    <TextField
      label={label}
      rule={rule}
      error={wrong.includes(field) ? error : undefined}
      name={field}
      value={typed[field]}
      maxLength={64}
      autoComplete="off"
      inputMode={field === 'name' ? undefined : 'decimal'}
      onChange={event => change({ [field]: event.target.value })}
    />
  );
  const unitRule = words.units[unit] || undefined;
  const series = watchedSeries(question);
  return (
    <ConfirmDialog
      title={alert ? common.titled(common.change, alert.name) : common.titled(words.add, kept.name)}
      onClose={onClose}
      validate={() => {
        const read = readAlert(question, typed);
        setWrong('wrong' in read ? read.wrong : []);
        return !('wrong' in read);
      }}
      onConfirm={async (_, signal) => {
        const read = readAlert(question, typed);
        if ('wrong' in read) return;
        const body = { ...read.alert, question: kept.id };
        if (alert) {
          const { id, revision } = alert;
          await mutate('changeQuestionAlert', { body: { ...body, id, revision } }, signal);
        } else await mutate('createQuestionAlert', { body }, signal);
      }}
    >
      {input('name', words.name, words.wrong.name)}
      {series.length > 1 ? (
        <SelectField
          label={words.watched}
          value={String(typed.series)}
          options={series.map(
            at =>
              [
                String(at),
                at === null ? (question.formula ?? words.formula) : seriesName(question, at, ask),
              ] as const,
          )}
          onSelect={chosen => change({ series: chosen === 'null' ? null : Number(chosen) })}
        />
      ) : null}
      <SelectField
        label={words.every}
        value={typed.every}
        options={labelled(periodsOf(question), words.periods)}
        onSelect={every => change({ every })}
      />
      <SelectField
        label={words.condition}
        value={condition}
        options={labelled(conditions, words.conditions)}
        // a limit of another condition has another unit
        onSelect={chosen => change({ condition: chosen, threshold: chosen === 'dropped' ? '30' : '' })}
      />
      {condition === 'dropped' ? (
        <>
          {input('threshold', words.drop, words.wrong.drop)}
          {input('least', words.least, words.wrong.least, words.leastRule)}
        </>
      ) : condition === 'no-data' ? null : (
        input('threshold', words.threshold, words.wrong.threshold, unitRule)
      )}
      <SelectField
        label={words.sentTo}
        value={String(typed.channel ?? '')}
        options={[
          ['', webhook ? words.defaultChannel : words.nowhere] as const,
          ...channels.map(({ id, name }) => [String(id), name] as const),
        ]}
        onSelect={chosen => change({ channel: chosen === '' ? null : Number(chosen) })}
      />
    </ConfirmDialog>
  );
}
