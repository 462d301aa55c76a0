/** What an operator noted at an error group, and changing it. */
import { type ErrorGroup, NOTE_CHARACTERS, NOTE_LENGTH } from '@rollcall/contract/console';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { TextArea } from '../parts/text-field.tsx';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import own from './monitor.module.css';
import { monitorWords } from './words.ts';

export function GroupNote({ note }: Pick<ErrorGroup, 'note'>) {
  const words = useWords(monitorWords);
  if (!note) return null;
  return (
    <div role="note" className={own.note} aria-label={words.note}>
      <p>{note.text}</p>
      <small>
        {note.by} · <DateTime at={note.at} />
      </small>
    </div>
  );
}

/** Without what a copied text has invisibly: tabs, carriage returns, byte order marks and the like. */
const noteOf = (data: FormData): string =>
  String(data.get('note') ?? '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();

/** Writes the note; without text it is removed. */
export function GroupNoteDialog({ group, onClose }: { group: ErrorGroup; onClose: () => void }) {
  const words = useWords(monitorWords);
  const mutate = useMutate();
  // the note that is edited; that of the view may be a newer one
  const [seen] = useState(group.note);
  const [wrong, setWrong] = useState(false);
  return (
    <ConfirmDialog
      title={seen ? words.changeNote : words.addNote}
      onClose={onClose}
      validate={data => {
        const right = NOTE_CHARACTERS.test(noteOf(data));
        setWrong(!right);
        return right;
      }}
      onConfirm={(data, signal) =>
        mutate(
          'setErrorGroupNote',
          {
            body: { id: group.id, note: noteOf(data), noted_at: seen?.at ?? null },
          },
          signal,
        )
      }
    >
      <TextArea
        label={words.note}
        rule={words.noteRule(NOTE_LENGTH)}
        error={wrong ? words.noteWrong : undefined}
        name="note"
        rows={3}
        maxLength={NOTE_LENGTH}
        defaultValue={seen?.text ?? ''}
        onInput={() => setWrong(false)}
      />
    </ConfirmDialog>
  );
}
