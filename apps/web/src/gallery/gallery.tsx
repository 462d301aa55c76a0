/** The gallery: the list of specimens, the switches, and one specimen in a frame of the chosen width. */
import { en, type Language, useHydrated, zhCN } from '@rollcall/react';
import { useBrowserValue } from '@rollcall/ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import { readSelection, type GallerySelection, widths, writeSelection } from './address.ts';
import css from './gallery.module.css';
import { specimens } from './specimens.ts';
import { Stage } from './stage.tsx';
import { galleryWords } from './words.ts';

const PHRASES = { 'zh-CN': zhCN, en } as const;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['zh-CN', 'en'] as const;

const onHash = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** With `?alone` only the specimen itself, for the frame and for screenshots. */
export function Gallery({ language }: { language: Language }) {
  const first: GallerySelection = { name: 'sign-in', state: 'empty', theme: 'light', language, width: '360' };
  const hash = useSyncExternalStore(
    onHash,
    () => location.hash,
    () => '',
  );
  const alone = useBrowserValue(() => new URLSearchParams(location.search).has('alone'), false);
  const hydrated = useHydrated();
  const shown = readSelection(hash, first);
  const words = galleryWords[language];
  if (alone)
    return (
      <main className={css.galleryAlone}>
        <h1 className={css.galleryHidden}>{words.specimen(shown.name, shown.state)}</h1>
        <Stage shown={shown} phrases={PHRASES[shown.language]} />
      </main>
    );
  const to = (change: Partial<GallerySelection>) => writeSelection({ ...shown, ...change });
  const choice = (
    label: string,
    current: string,
    all: readonly (readonly [string, Partial<GallerySelection>, string])[],
  ) => (
    <fieldset className={css.gallerySwitch}>
      <legend>{label}</legend>
      {all.map(([value, change, text]) => (
        <a key={value} href={to(change)} aria-current={value === current ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </fieldset>
  );
  return (
    <div className={css.galleryPage}>
      <header className={css.galleryHead}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
      </header>
      <nav className={css.galleryList} aria-label={words.title}>
        {Object.entries(specimens).map(([name, states]) => (
          <Group key={name} name={name}>
            {Object.keys(states).map(state => (
              <a
                key={state}
                href={to({ name, state })}
                aria-current={name === shown.name && state === shown.state ? 'page' : undefined}
              >
                {state}
              </a>
            ))}
          </Group>
        ))}
      </nav>
      <main className={css.galleryMain}>
        <div className={css.gallerySwitches}>
          {choice(
            words.theme,
            shown.theme,
            THEMES.map(theme => [theme, { theme }, words[theme]]),
          )}
          {choice(
            words.language,
            shown.language,
            LANGUAGES.map(one => [one, { language: one }, one]),
          )}
          {choice(
            words.width,
            shown.width,
            widths.map(width => [width, { width }, width === 'full' ? words.full : width]),
          )}
          <a href={`/gallery?alone${writeSelection(shown)}`}>{words.alone}</a>
        </div>
        {hydrated ? (
          // the frame shows this page, which needs scripts and storage
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            // a new frame for each specimen: a changed fragment alone would not load it again
            key={writeSelection({ ...shown, width: 'full' })}
            className={css.galleryFrame}
            data-width={shown.width}
            title={words.specimen(shown.name, shown.state)}
            src={`/gallery?alone${writeSelection(shown)}`}
          />
        ) : null}
      </main>
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={css.galleryGroup} aria-labelledby={`group-${name}`}>
      <h2 id={`group-${name}`}>{name}</h2>
      <div>{children}</div>
    </section>
  );
}
