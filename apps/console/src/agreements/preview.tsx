/** Previews an agreement. The server splits the text into blocks, as it does for readers, so that both look alike. */
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { refusedOf, type Refused } from '../client/refused.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import css from './agreements.module.css';
import { agreementsWords } from './words.ts';

/** Milliseconds after the last key press until the preview is updated. */
const DEBOUNCE_MS = 400;

export function Preview({
  language,
  title,
  text,
}: {
  language: 'zh-CN' | 'en';
  title: string;
  text: string;
}) {
  const { client } = useConsoleContext();
  const words = useWords(agreementsWords);
  const [blocks, setBlocks] = useState<AnswerOf<ConsoleCalls['previewDocument']>>([]);
  const [refused, setRefused] = useState<Refused>();
  const drawn = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        client.call('previewDocument', { body: { text } }, controller.signal).then(
          found => {
            setBlocks(found);
            setRefused(undefined);
            return found;
          },
          (thrown: unknown) => {
            if (!controller.signal.aborted) setRefused(refusedOf(thrown));
          },
        );
      },
      drawn.current ? DEBOUNCE_MS : 0,
    );
    drawn.current = true;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, text]);
  return (
    // a scrolling region must be reachable by the keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.preview} aria-label={words.preview} lang={language} tabIndex={0}>
      {refused ? <ErrorMessage problem={refused} /> : null}
      {title ? <h2>{title}</h2> : null}
      {text.trim() === '' ? <p className={css.faint}>{words.previewEmpty}</p> : null}
      {text.trim() === ''
        ? null
        : blocks.map((block, at) =>
            block.kind === 'heading' ? (
              <h3 key={at}>{block.lines.join(' ')}</h3>
            ) : (
              <p key={at}>
                {block.lines.map((line, index) => (
                  <span key={index}>
                    {index > 0 ? <br /> : null}
                    {line}
                  </span>
                ))}
              </p>
            ),
          )}
    </section>
  );
}
