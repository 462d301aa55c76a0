/** The ways to sign in beside the form, as one list; the last one used on this device stands first. */
import type { SignInWay } from '@rollcall/contract';
import { useId } from 'react';
import { Late } from '../../delivery/late.tsx';
import type { Words } from '../../words/words.ts';
import css from './ways.module.css';

// loaded late: not every school has third parties, and the server has to name them first
const loadThirdParty = () => import('./third-parties.tsx').then(({ ThirdParties }) => ThirdParties);
// together with what else who has to sign in needs
const loadOthers = () =>
  import(/* webpackChunkName: "entrance" */ './other-ways.tsx').then(({ OtherWays }) => OtherWays);

/** @param props.offered the ways that the server offers; undefined while prerendering */
export function Ways(props: {
  words: Words;
  offered: readonly SignInWay[] | undefined;
  byEmail: string;
  onSignedIn: () => void;
}) {
  const { words, offered, byEmail, onSignedIn } = props;
  const { phrases } = words;
  const title = useId();
  return (
    <section className={css.ways} aria-labelledby={title}>
      <p id={title} className={css.title}>
        {phrases.thirdParty.ways}
      </p>
      <div className={css.list}>
        {offered?.some(way => way === 'wechat' || way === 'qq') ? (
          <div className={css.third}>
            <Late load={loadThirdParty} with={{}} words={words} />
          </div>
        ) : null}
        {offered ? (
          <Late
            load={loadOthers}
            with={{ byEmail: offered.includes('email') ? byEmail : undefined, onSignedIn }}
            words={words}
          />
        ) : null}
      </div>
    </section>
  );
}
