/** Asks the person to prove again who they are: offers the ways that the account has. */
import { getProofWays } from '@rollcall/account';
import type { AnswerOf, getProofWays as row } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import { useEffect, useId, useState } from 'react';
import tickCss from '../fields/tick.module.css';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import css from './proof.module.css';
import { ProofByCode } from './proof-by-code.tsx';
import { ProofByPassword } from './proof-by-password.tsx';
import { ProofBySecondFactor } from './proof-by-second-factor.tsx';
import { ProofByThirdParty } from './proof-by-third-party.tsx';
import type { ProofProps } from './proof-props.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { proofWords } from './words.ts';

type Way = AnswerOf<typeof row>['ways'][number];

function One({ way, ...props }: ProofProps & { way: Way }) {
  switch (way.way) {
    case 'password':
      return <ProofByPassword {...props} />;
    case 'phone':
    case 'email':
      return <ProofByCode {...props} way={way.way} to={way.to ?? ''} />;
    case 'second-factor':
      return <ProofBySecondFactor {...props} />;
    case 'wechat':
    case 'qq':
      return <ProofByThirdParty {...props} provider={way.way} />;
  }
}

/** Open for as long as it is rendered. */
export function ProofDialog(props: ProofProps) {
  const { auth, phrases } = useRollcall();
  const words = useWords('proof', proofWords);
  const [ways, setWays] = useState<readonly Way[]>();
  const [chosen, setChosen] = useState<Way['way']>();
  const { run, problem, retry } = useTask();
  const name = useId();
  useEffect(() => {
    if (!auth) return;
    run(async signal => setWays((await getProofWays(auth, undefined, { signal })).ways));
  }, [auth, run]);
  const way = ways?.find(one => one.way === chosen) ?? ways?.[0];
  const labelOf = (one: Way) =>
    one.way === 'password'
      ? words.password
      : one.way === 'second-factor'
        ? words.secondFactor
        : one.way === 'phone' || one.way === 'email'
          ? words[one.way](one.to ?? '')
          : phrases.account[one.way];
  return (
    <Dialog title={words.title} onClose={props.onCancel} classes={css}>
      <p>{ways && !way ? words.none : words.lead}</p>
      <FormError problem={problem} retry={retry} />
      {ways === undefined ? (
        <>
          {problem ? null : <p aria-live="polite">{phrases.work.loading}</p>}
          <p className={css.ways}>
            <button type="button" className={buttonsCss.link} onClick={props.onCancel}>
              {words.cancel}
            </button>
          </p>
        </>
      ) : null}
      {ways && ways.length > 1 ? (
        <fieldset className={css.choice}>
          <legend>{words.ways}</legend>
          {ways.map(one => (
            <label key={one.way}>
              <input
                type="radio"
                className={tickCss.tick}
                name={name}
                checked={one.way === way?.way}
                onChange={() => setChosen(one.way)}
              />
              <span>{labelOf(one)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {way ? <One key={way.way} way={way} {...props} /> : ways ? <SignInAgain {...props} /> : null}
    </Dialog>
  );
}
