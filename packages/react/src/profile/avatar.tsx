/** Somebody's picture, or the first character of their name. */
import { useState } from 'react';
import css from './avatar.module.css';

/** `url` null, or a picture that does not load: the nickname's first character. Says nothing to a screen reader. */
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
