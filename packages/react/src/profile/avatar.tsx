/** A person's picture, or the first character of their nickname. */
import { useState } from 'react';
import css from './avatar.module.css';

/**
 * Draws a picture or, without one, the first letter of the nickname.
 *
 * @param props.url null: the nickname's first character is drawn, as for a picture that does not load
 * @param props.nickname is not read by screen readers here
 * @example <Avatar url={profile.avatar_url} nickname={profile.nickname} />
 * @see `docs/react.md`
 */
export function Avatar({ url, nickname }: { url: string | null; nickname: string }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={css.avatar} aria-hidden="true">
      {url && url !== broken ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        [...nickname][0]
      )}
    </span>
  );
}
