/** Changes the profile's picture. Draws nothing. */
import { removeAvatar, uploadAvatar } from '@rollcall/account';
import { type Profile, uploadAvatar as row } from '@rollcall/contract';
import { useEffect, useRef, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { canReduce, type Cut, isHeic, MIDDLE, type Reduced, reduce } from './picture-cut.ts';
import { mistakeOf, type PictureMistake } from './picture-mistake.ts';
import { useAuth } from '../provider/provider.tsx';

/** Bytes of a file that the browser reduces first: more is no photograph of a phone. */
const REDUCED_LIMIT = 50 * 1024 * 1024;

/** The content types that the server accepts. */
export const pictureTypes: readonly string[] = row.upload.types;

export interface PictureFlow {
  /**
   * The chosen picture as a `data:` URL (the content security policy may forbid others), until it is uploaded.
   */
  readonly preview: string | undefined;
  /** The chosen picture's size and the square of it that is used; undefined where the server cuts its middle. */
  readonly cut: (Cut & Pick<Reduced, 'width' | 'height'>) | undefined;
  readonly changeCut: (change: Partial<Cut>) => void;
  readonly mistake: PictureMistake | undefined;
  /** The share that was uploaded, 0 to 1, during an upload. */
  readonly share: number | undefined;
  readonly removing: boolean;
  /** The running call, and its problem where the problem is not the picture's. */
  readonly task: Task;
  /** The last change. */
  readonly done: 'replaced' | 'removed' | undefined;
  /** Checks a file and previews it; undefined changes nothing. */
  readonly choose: (file: File | undefined) => void;
  /** Call it when the preview could not be drawn. */
  readonly unreadable: () => void;
  readonly send: () => void;
  /** Drops the chosen picture and aborts its upload. */
  readonly discard: () => void;
  readonly remove: () => void;
}

/**
 * Holds the state of `ProfilePicture`; draws nothing.
 *
 * @param onProfile called with the profile after its picture was changed or removed
 * @example const { task } = usePicture(setProfile);
 * @see `docs/react.md`
 */
export function usePicture(onProfile: (profile: Profile) => void): PictureFlow {
  const auth = useAuth();
  const task = useTask();
  const [chosen, setChosen] = useState<{ file: File; url: string; reduced?: Reduced }>();
  const [cut, setCut] = useState(MIDDLE);
  const [mistake, setMistake] = useState<PictureMistake>();
  const [share, setShare] = useState<number>();
  const [removing, setRemoving] = useState(false);
  const [done, setDone] = useState<'replaced' | 'removed'>();
  const sending = useRef<AbortController>(undefined);
  /** The file that was chosen last: the preview of an earlier one that is read later is ignored. */
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
    setCut(MIDDLE);
    setMistake(found);
    setDone(undefined);
    task.clear();
  };

  const choose = (file: File | undefined) => {
    if (!file || task.phase !== 'idle') return;
    const wrong = isHeic(file)
      ? 'Heic'
      : !pictureTypes.includes(file.type)
        ? 'WrongType'
        : file.size > (canReduce() ? REDUCED_LIMIT : row.upload.limit)
          ? 'TooLarge'
          : undefined;
    reset(wrong);
    if (wrong) return;
    last.current = file;
    if (canReduce()) {
      const show = async () => {
        const reduced = await reduce(file);
        if (last.current === file) setChosen({ file, url: reduced.url, reduced });
      };
      show().catch(() => {
        if (last.current === file) reset('Unreadable');
      });
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (last.current === file) setChosen({ file, url: String(reader.result) });
    });
    // the file was moved, or its drive was removed
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
        const picture = (await chosen.reduced?.cut(cut)) ?? chosen.file;
        onProfile(await uploadAvatar(auth(), picture, { signal: own.signal, onProgress: setShare }));
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
    cut: chosen?.reduced && { ...cut, width: chosen.reduced.width, height: chosen.reduced.height },
    changeCut: change => setCut(before => ({ ...before, ...change })),
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
