/** One specimen alone, with an account, a network and input of its own. */
import { init, memoryStorage } from '@rollcall/account';
import { type Phrases, RollcallProvider, UsageProvider } from '@rollcall/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { GallerySelection } from './address.ts';
import css from './gallery.module.css';
import { type Hand, handIn } from './hand.ts';
import { answerWith, closeNetwork } from './network.ts';
import { silentUsage } from './silent-usage.ts';
import { answersOf, specimenOf } from './specimens.ts';
import type { Specimen } from './specimens/specimen.ts';
import { emptyStorages } from './storage.ts';
import { galleryWords } from './words.ts';
import { tokens } from './written.ts';

/** @param props.phrases in the chosen language */
export function Stage({ shown, phrases }: { shown: GallerySelection; phrases: Phrases }) {
  const specimen = specimenOf(shown.name, shown.state);
  const { theme, language } = shown;
  useEffect(() => {
    Object.assign(document.documentElement, { lang: language }).dataset.theme = theme;
  }, [theme, language]);
  if (!specimen) return <p>{galleryWords[language].unknown}</p>;
  const name = `${shown.name}/${shown.state}/${language}`;
  return <Played key={name} name={name} specimen={specimen} phrases={phrases} />;
}

function Played({ name, specimen, phrases }: { name: string; specimen: Specimen; phrases: Phrases }) {
  const box = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const [auth, usage] = useMemo(() => {
    closeNetwork();
    emptyStorages();
    answerWith(answersOf(specimen));
    const storage = memoryStorage();
    if (specimen.signedIn) storage.write(tokens);
    return [
      init(
        { pid: 'gallery', appid: 'gallery', product_code: 'gallery', platform: 'web', env: 'test' },
        { storage, joinTabs: () => () => {} },
      ),
      silentUsage(),
    ];
  }, [specimen]);
  useEffect(() => {
    if (!box.current) return;
    const gone = new AbortController();
    const reach = async (hand: Hand) => {
      await specimen.reach?.(hand);
      if (!gone.signal.aborted) setReady(true);
    };
    void reach(handIn(box.current, gone.signal));
    return () => gone.abort();
  }, [specimen]);
  return (
    <div ref={box} className={css.galleryStage} data-specimen={name} data-ready={ready ? '' : undefined}>
      <RollcallProvider auth={auth} phrases={phrases}>
        <UsageProvider usage={usage}>{useMemo(() => specimen.draw(), [specimen])}</UsageProvider>
      </RollcallProvider>
    </div>
  );
}
