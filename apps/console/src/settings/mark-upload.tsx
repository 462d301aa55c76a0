/** Uploads the school's mark: drawn small by this browser, so that no file of any format or size leaves it. */
import { markLength } from '@rollcall/contract/console';
import { useConsoleContext, useWords } from '../console-context.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useTask } from '../parts/task.ts';
import { useState } from 'react';
import { fitting } from './fit.ts';
import { settingWords } from './words.ts';

const HEIGHT = 96;
const WIDTH = 480;

/** Bytes of a file that a browser of little memory decodes. */
const LARGEST = 20_000_000;

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });

/** A file's picture in base64, at most 480 × 96. @returns `none` for what is no picture */
const drawn = async (file: File): Promise<{ readonly picture: string } | 'none' | 'large'> => {
  if (file.size > LARGEST) return 'large';
  const image = new Image();
  image.src = await dataUrlOf(file);
  try {
    await image.decode();
  } catch {
    return 'none';
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width === 0 || height === 0) return 'none';
  const scale = Math.min(1, WIDTH / width, HEIGHT / height);
  const picture = fitting((share, type) => {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale * share));
    canvas.height = Math.max(1, Math.round(height * scale * share));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const [head, base64] = canvas.toDataURL(type, 0.9).split(',');
    // Some browsers write another type than they are asked for.
    return head?.includes(type) ? base64 : undefined;
  }, markLength);
  return picture === undefined ? 'large' : { picture };
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
      const found = await drawn(file);
      if (found === 'none') return setWrong(words.noPicture);
      if (found === 'large') return setWrong(words.largePicture);
      const { mark } = await client.call('uploadMark', { body: found }, signal);
      return onUploaded(mark);
    });
  };
  return (
    <>
      <TextField
        label={words.upload}
        rule={words.uploadRule}
        error={wrong || undefined}
        optional
        type="file"
        accept="image/*"
        onChange={event => take(event.target.files?.[0])}
      />
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
    </>
  );
}
