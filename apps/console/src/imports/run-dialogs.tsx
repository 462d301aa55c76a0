/** The dialogs that begin the act, and that undo it. */
import { type ImportDetail, importMostHourly } from '@rollcall/contract/console';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { importWords } from './words.ts';

const USUAL_HOURLY = 1000;

export function RunDialog({ row, onClose }: { row: ImportDetail; onClose: () => void }) {
  const words = useWords(importWords);
  const mutate = useMutate();
  const [tells, setTells] = useState(false);
  const [mistake, setMistake] = useState('');
  const hourlyOf = (data: FormData) => (tells ? Number(data.get('tell_hourly')) : null);
  return (
    <ConfirmDialog
      text={words.runText(row.counts.make, row.counts.change)}
      label={row.state === 'cancelled' ? words.goOn : words.run}
      busy={words.beginning}
      onClose={onClose}
      validate={data => {
        const hourly = hourlyOf(data);
        const right =
          hourly === null || (Number.isInteger(hourly) && hourly >= 1 && hourly <= importMostHourly);
        setMistake(right ? '' : words.hourlyWrong);
        return right;
      }}
      onConfirm={(data, signal) =>
        mutate('runImport', { body: { id: row.id, tell_hourly: hourlyOf(data) } }, signal)
      }
    >
      <Tick
        type="checkbox"
        checked={tells}
        onChange={event => setTells(event.target.checked)}
        label={words.tell}
        note={words.tellRule}
      />
      {tells ? (
        <TextField
          label={words.hourly}
          error={mistake || undefined}
          name="tell_hourly"
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          defaultValue={USUAL_HOURLY}
          onInput={() => setMistake('')}
        />
      ) : null}
    </ConfirmDialog>
  );
}

export function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useWords(importWords);
  const mutate = useMutate();
  return (
    <ConfirmDialog
      text={words.undoText}
      label={words.undo}
      busy={words.undoing}
      onClose={onClose}
      onConfirm={(_, signal) => mutate('undoImport', { body: { id } }, signal)}
    />
  );
}
