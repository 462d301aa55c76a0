/** A line of Markdown of the settings' descriptions: code, and links as their words. */
import { Fragment } from 'react';
import css from './settings.module.css';

const LINK = /\[([^\]]*)\]\([^)]*\)/g;

export function PlainMarkdown({ text }: { text: string }) {
  return (
    <>
      {text
        .replaceAll(LINK, '$1')
        .split('`')
        .map((part, at) =>
          at % 2 === 1 ? (
            <code key={at} className={css.code}>
              {part}
            </code>
          ) : (
            <Fragment key={at}>{part}</Fragment>
          ),
        )}
    </>
  );
}
