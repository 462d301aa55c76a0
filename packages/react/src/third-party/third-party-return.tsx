/**
 * The page that a vendor sends people back to: it finishes, or hands over to the page that waits for the
 * result.
 */
import { useEffect, useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './finish.module.css';
import { ThirdPartyFinish, type ThirdPartyFinishProps } from './third-party-finish.tsx';
import { beganHere, handOver, windows } from './windows.ts';
import { thirdPartyWords } from './words.ts';

type Turn = 'checking' | 'mine' | 'handed-over' | 'framed';

/**
 * Draws the page that a third party redirects to. The properties are those of `ThirdPartyFinish`. In a frame it never
 * finishes by itself: another site that embeds it must not be able to sign a person in.
 *
 * @example <ThirdPartyReturn provider="wechat" address={location.href} home="/" />
 * @see `docs/third-party.md`
 */
export function ThirdPartyReturn(props: ThirdPartyFinishProps) {
  const { address } = props;
  const { phrases } = useRollcall();
  const words = useWords('thirdParty', thirdPartyWords);
  const [turn, setTurn] = useState<Turn>('checking');
  useEffect(() => {
    const framed = windows.framed();
    if (!framed && beganHere(address)) {
      // known in the browser only, after hydration
      // oxlint-disable-next-line react/set-state-in-effect
      setTurn('mine');
      return;
    }
    const leaving = new AbortController();
    const ask = async () => {
      const taken = await handOver(address, leaving.signal);
      if (leaving.signal.aborted) return;
      setTurn(taken ? 'handed-over' : framed ? 'framed' : 'mine');
      if (taken && !framed) windows.close();
    };
    void ask();
    return () => leaving.abort();
  }, [address]);

  if (turn === 'mine') return <ThirdPartyFinish key={address} {...props} />;
  if (turn === 'framed')
    return (
      <p>
        <a className={css.other} href={address} target="_top">
          {words.goOnOutside}
        </a>
      </p>
    );
  return (
    <p aria-live="polite">
      {turn === 'checking' ? words.finishing(phrases.account[props.provider]) : words.handedOver}
    </p>
  );
}
