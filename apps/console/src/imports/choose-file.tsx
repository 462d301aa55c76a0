/** The dialog that takes a file, and leads to what it would do. */
import { fields } from '@rollcall/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import { uploadImport } from './upload.ts';
import { importWords } from './words.ts';

const fileOf = (data: FormData): File | undefined => {
  const file = data.get('file');
  return file instanceof File && file.name !== '' ? file : undefined;
};
export function ChooseFile({ pid, onClose }: { pid: string; onClose: () => void }) {
  const words = useWords(importWords);
  const navigate = useNavigate();
  const [mistakes, setMistakes] = useState<{ readonly file?: string; readonly pid?: string }>({});
  return (
    <ConfirmDialog
      title={words.choose}
      label={words.look}
      busy={words.looking}
      onClose={onClose}
      validate={data => {
        const file = fileOf(data) ? '' : words.noFile;
        const site = fields.PID.test(textIn(data, 'pid')) ? '' : words.pidWrong;
        setMistakes({ file, pid: site });
        return file === '' && site === '';
      }}
      onConfirm={async (data, signal) => {
        const file = fileOf(data);
        if (!file) throw new Error('A file was checked for.');
        return uploadImport(file, textIn(data, 'pid'), signal).catch((error: unknown) => {
          const { why, row } = (refusedOf(error).data ?? {}) as { why?: string; row?: number };
          const text = words.unreadable[why ?? ''];
          if (text !== undefined) setMistakes({ file: row === undefined ? text : words.inRow(text, row) });
          throw error;
        });
      }}
      onDone={({ id }) => void navigate({ to: '/console/import/$id', params: { id } })}
    >
      <TextField
        label={words.file}
        rule={words.fileRule}
        error={mistakes.file || undefined}
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        onChange={() => setMistakes({})}
      />
      <TextField
        label={words.pid}
        rule={words.pidRule}
        error={mistakes.pid || undefined}
        name="pid"
        maxLength={64}
        defaultValue={pid}
        autoComplete="off"
        spellCheck={false}
      />
    </ConfirmDialog>
  );
}
