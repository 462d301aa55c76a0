/** Changes the profile's picture: chosen, dropped or pasted, previewed, and uploaded. */
import type { Profile } from '@rollcall/contract';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { Progress } from '../account/progress.tsx';
import fieldsCss from '../fields/fields.module.css';
import buttonsCss from '../task/buttons.module.css';
import { useHydrated } from '@rollcall/ui';
import { FormError } from '../problem/form-error.tsx';
import { gapOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { Avatar } from './avatar.tsx';
import css from './picture.module.css';
import { CutPreview, CutSliders } from './picture-cutter.tsx';
import { pictureTypes, usePicture } from './use-picture.ts';
import { pictureWords } from './picture-words.ts';

/**
 * Shows the profile picture, with buttons that replace and remove it.
 *
 * @param props.onProfile called with the profile after its picture was changed or removed
 * @example <ProfilePicture profile={profile} onProfile={setProfile} />
 * @see `docs/react.md`
 */
export function ProfilePicture(props: { profile: Profile; onProfile: (profile: Profile) => void }) {
  const { profile, onProfile } = props;
  const { phrases } = useRollcall();
  const words = useWords('picture', pictureWords);
  const flow = usePicture(onProfile);
  const hydrated = useHydrated();
  const id = useId();
  const [over, setOver] = useState(false);
  const use = useRef<HTMLButtonElement>(null);
  const pick = useRef<HTMLInputElement>(null);
  const { preview, mistake, share, task } = flow;

  const choose = useRef(flow.choose);
  useEffect(() => {
    choose.current = flow.choose;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      choose.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  const looked = useRef(false);
  useEffect(() => {
    // the button that confirms gets the focus; afterwards the one that chooses
    if (preview !== undefined) use.current?.focus();
    else if (looked.current) pick.current?.focus();
    looked.current = preview !== undefined;
  }, [preview]);

  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    flow.choose(event.dataTransfer.files[0]);
  };
  return (
    // the keyboard has the button and pasting
    <div
      className={css.picture}
      data-over={over ? '' : undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {preview === undefined ? (
        <Avatar url={profile.avatar_url} nickname={profile.nickname} />
      ) : flow.cut ? (
        <CutPreview {...flow} cut={flow.cut} />
      ) : (
        <img className={css.preview} src={preview} alt={words.preview} onError={flow.unreadable} />
      )}
      <div className={css.beside}>
        {preview === undefined ? (
          <div className={css.buttons}>
            <input
              ref={pick}
              id={id}
              className={css.file}
              type="file"
              // HEIC can be chosen where the system shows it, and is refused in words
              accept={[...pictureTypes, 'image/heic', 'image/heif'].join()}
              disabled={!hydrated}
              aria-describedby={`${id}-rule ${id}-mistake`}
              onChange={({ currentTarget }) => {
                flow.choose(currentTarget.files?.[0]);
                // so that the same file can be chosen again
                currentTarget.value = '';
              }}
            />
            <label className={css.pick} htmlFor={id}>
              {profile.avatar_url === null ? words.pick : words.replace}
            </label>
            {profile.avatar_url === null ? null : (
              <button
                type="button"
                className={buttonsCss.link}
                aria-disabled={task.phase !== 'idle' || undefined}
                onClick={flow.remove}
              >
                {flow.removing ? words.removing : words.remove}
              </button>
            )}
          </div>
        ) : share === undefined ? (
          <>
            {flow.cut ? <CutSliders cut={flow.cut} changeCut={flow.changeCut} /> : null}
            <div className={css.buttons}>
              <button ref={use} type="button" className={buttonsCss.secondary} onClick={flow.send}>
                {words.use}
              </button>
              <button type="button" className={buttonsCss.link} onClick={flow.discard}>
                {words.cancel}
              </button>
            </div>
          </>
        ) : (
          <Progress
            label={share < 1 ? words.sending(Math.round(share * 100)) : words.making}
            share={share < 1 ? share : undefined}
            cancel={words.cancel}
            onCancel={share < 1 ? flow.discard : undefined}
          />
        )}
        <div role="alert" id={`${id}-mistake`} className={fieldsCss.error}>
          {mistake ? (
            <>
              <strong>{words.mistakes[mistake].what}</strong>
              {gapOf(phrases)}
              {words.mistakes[mistake].next}
            </>
          ) : null}
        </div>
        <FormError problem={task.problem} retry={task.retry} />
        <p id={`${id}-rule`} className={css.rule}>
          {over ? (
            words.drop
          ) : (
            <>
              {words.rule}
              <span className={css.ways}>
                {gapOf(phrases)}
                {words.ways}
              </span>
            </>
          )}
        </p>
        <p aria-live="polite" className={css.done}>
          {flow.done ? words[flow.done] : null}
        </p>
      </div>
    </div>
  );
}
