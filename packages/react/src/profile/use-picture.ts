/** The profile's picture: chosen, looked at, sent, taken away. Draws nothing. */
import { removeAvatar, uploadAvatar } from '@rollcall/account';
import { type Profile, uploadAvatar as row } from '@rollcall/contract';
import { useEffect, useRef, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { mistakeOf, type PictureMistake } from './picture-mistake.ts';
import { useAuth } from '../provider/provider.tsx';

/** The content types that are taken. */
export const pictureTypes: readonly string[] = row.upload.types;

export interface PictureFlow {
  /** The picture that was chosen and is not sent yet, as a `data:` URL (pages may forbid others). */
  readonly preview: string | undefined;
  readonly mistake: PictureMistake | undefined;
  /** How much is sent, 0 to 1, while it is being sent. */
  readonly share: number | undefined;
  readonly removing: boolean;
  /** The work under way, and its problem where that is none of the picture. */
  readonly task: Task;
  /** What was done last. */
  readonly done: 'replaced' | 'removed' | undefined;
  /** Looks at a file before anything is sent; undefined changes nothing. */
  readonly choose: (file: File | undefined) => void;
  /** The preview could not be drawn. */
  readonly unreadable: () => void;
  readonly send: () => void;
  /** Forgets what was chosen; what is being sent is stopped. */
  readonly discard: () => void;
  readonly remove: () => void;
}

/** `onProfile` is given the profile with its picture as the server has it now. */
export function usePicture(onProfile: (profile: Profile) => void): PictureFlow {
  const auth = useAuth();
  const task = useTask();
  const [chosen, setChosen] = useState<{ file: File; url: string }>();
  const [mistake, setMistake] = useState<PictureMistake>();
  const [share, setShare] = useState<number>();
  const [removing, setRemoving] = useState(false);
  const [done, setDone] = useState<'replaced' | 'removed'>();
  const sending = useRef<AbortController>(undefined);
  /** The file that was chosen last: an earlier one that is read later is not shown. */
  const last = useRef<File>(undefined);
  useEffect(
    () => () => {
      last.current = undefined;
    },
    [],
  );

  const reset = (found?: PictureMistake) => {
    last.current = undefined;
    setChosen(undefined);
    setMistake(found);
    setDone(undefined);
    task.clear();
  };

  const choose = (file: File | undefined) => {
    if (!file || task.phase !== 'idle') return;
    const wrong = !pictureTypes.includes(file.type)
      ? 'WrongType'
      : file.size > row.upload.limit
        ? 'TooLarge'
        : undefined;
    reset(wrong);
    if (wrong) return;
    last.current = file;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (last.current === file) setChosen({ file, url: String(reader.result) });
    });
    // it was moved away, or is on a drive that is gone
    reader.addEventListener('error', () => {
      if (last.current === file) reset('Unreadable');
    });
    reader.readAsDataURL(file);
  };

  const send = () => {
    if (!chosen) return;
    task.run(async signal => {
      const own = new AbortController();
      const stop = () => own.abort();
      signal.addEventListener('abort', stop);
      sending.current = own;
      setShare(0);
      try {
        onProfile(await uploadAvatar(auth(), chosen.file, { signal: own.signal, onProgress: setShare }));
        reset();
        setDone('replaced');
      } catch (thrown) {
        const found = mistakeOf(thrown);
        if (found) reset(found);
        else if (!own.signal.aborted) throw thrown;
      } finally {
        signal.removeEventListener('abort', stop);
        sending.current = undefined;
        setShare(undefined);
      }
    });
  };

  const remove = () => {
    reset();
    task.run(async signal => {
      setRemoving(true);
      try {
        onProfile(await removeAvatar(auth(), undefined, { signal }));
        setDone('removed');
      } finally {
        setRemoving(false);
      }
    });
  };

  return {
    preview: chosen?.url,
    mistake,
    share,
    removing,
    task,
    done,
    choose,
    unreadable: () => reset('Unreadable'),
    send,
    discard: () => {
      sending.current?.abort();
      reset();
    },
    remove,
  };
}
