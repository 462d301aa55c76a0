/** A picture that reserves its space immediately and loads when it comes near the screen. */
import { type ImgHTMLAttributes, type ReactNode, version } from 'react';
import { useWords } from '../provider/use-words.ts';
import { titled } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './lazy-image.module.css';
import { type LazyImageOptions, useLazyImage } from './use-lazy-image.ts';
import { imageWords } from './words.ts';

/** React 18 knows the attribute by its own name alone. */
const firstToLoad: ImgHTMLAttributes<HTMLImageElement> = {
  [version.startsWith('18.') ? 'fetchpriority' : 'fetchPriority']: 'high',
};

export interface LazyImageProps extends LazyImageOptions {
  /** What the picture shows, in words; '' where it only decorates. */
  readonly alt: string;
  /** The picture's size in pixels. It reserves the space, in these proportions, at any width. */
  readonly width: number;
  readonly height: number;
  /**
   * Replaces a picture that could not be loaded.
   *
   * @default the words of the package and a button to try again
   */
  readonly fallback?: ReactNode;
}

/**
 * Draws a picture that is loaded when it comes near the view. Server-rendered with its space reserved and, for
 * browsers without scripts, as a plain picture. Printing loads every picture.
 *
 * @example <LazyImage src="/cover.jpg" alt="Cover" width={320} height={180} />
 * @see `docs/react.md`
 */
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
            <span>{alt === '' ? words.failed : words.failedOf(alt)}</span>
            <button
              type="button"
              aria-label={alt === '' ? undefined : titled(phrases, phrases.work.retry, alt)}
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
          {...(options.eager && firstToLoad)}
          decoding={options.eager ? undefined : 'async'}
        />
      )}
    </span>
  );
}
