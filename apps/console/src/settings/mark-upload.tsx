/** Uploads the school's mark: drawn small by this browser, so that no file of any format or size leaves it. */
import { markLength } from '@rollcall/contract/console';
import { useConsoleContext, useWords } from '../console-context.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { Field } from '../parts/field.tsx';
import { useTask } from '../parts/task.ts';
import { useState } from 'react';
import { settingWords } from './words.ts';

const HEIGHT = 96;
const WIDTH = 480;

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });

/** A picture's pixels as PNG in base64, at most 480 × 96. @returns undefined for what is no picture, or is too large */
const drawn = async (file: File): Promise<string | undefined> => {
  const image = new Image();
  image.src = await dataUrlOf(file);
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, WIDTH / width, HEIGHT / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const [, base64] = canvas.toDataURL('image/png').split(',');
  return base64 !== undefined && base64.length <= markLength ? base64 : undefined;
};

/** @param props.onUploaded called with what to set */
export function MarkUpload({ onUploaded }: { onUploaded: (mark: string) => void }) {
  const { client } = useConsoleContext();
  const words = useWords(settingWords);
  const task = useTask();
  const [wrong, setWrong] = useState('');
  const take = (file: File | undefined) => {
    setWrong('');
    if (!file) return;
    task.run(async signal => {
      const picture = await drawn(file);
      if (picture === undefined) return setWrong(words.noPicture);
      const { mark } = await client.call('uploadMark', { body: { picture } }, signal);
      return onUploaded(mark);
    });
  };
  return (
    <>
      <Field label={words.upload} rule={words.uploadRule} error={wrong || undefined} optional>
        {control => (
          <input
            {...control}
            type="file"
            accept="image/*"
            onChange={event => take(event.target.files?.[0])}
          />
        )}
      </Field>
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
    </>
  );
}
