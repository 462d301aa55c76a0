/** A picture that takes its room from the start and is loaded when it comes near. */
import type { ReactNode } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './lazy-image.module.css';
import { type LazyImageOptions, useLazyImage } from './use-lazy-image.ts';
import { imageWords } from './words.ts';

export interface LazyImageProps extends LazyImageOptions {
  /** What the picture shows, in words; '' where it only decorates. */
  readonly alt: string;
  /** The picture's own size in pixels: it keeps its room, and this shape, at any width. */
  readonly width: number;
  readonly height: number;
  /** Stands in the picture's place where it can't be loaded; by default its words, and a button to try again. */
  readonly fallback?: ReactNode;
}

/** Server-rendered with its room and, for browsers without scripts, as a plain picture. On paper every picture is there. */
export function LazyImage({ alt, width, height, fallback, ...options }: LazyImageProps) {
  const { phrases } = useRollcall();
  const { phase, room, image, retry } = useLazyImage(options);
  const words = useWords('images', imageWords);
  const { key, ...attributes } = image;
  const size = { width, height };
  return (
    <span ref={room} className={css.room} data-phase={phase} data-eager={options.eager ? '' : undefined}>
      <svg className={css.shape} {...size} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      {phase === 'waiting' ? (
        <>
          {alt === '' ? null : <span className={css.words}>{alt}</span>}
          <noscript>
            <img className={css.picture} src={options.src} alt={alt} {...size} />
          </noscript>
        </>
      ) : phase === 'failed' ? (
        (fallback ?? (
          <span className={css.failed}>
            <span>{alt === '' ? words.failed : `${alt} (${words.failed})`}</span>
            <button
              type="button"
              aria-label={alt === '' ? undefined : `${phrases.work.retry}: ${alt}`}
              onClick={retry}
            >
              {phrases.work.retry}
            </button>
          </span>
        ))
      ) : (
        <img
          key={key}
          className={css.picture}
          alt={alt}
          {...size}
          {...attributes}
          fetchPriority={options.eager ? 'high' : undefined}
          decoding={options.eager ? undefined : 'async'}
        />
      )}
    </span>
  );
}
