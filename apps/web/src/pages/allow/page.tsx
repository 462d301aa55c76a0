/** `/allow`: another site asks a person to sign in with the account. Where nothing is to be asked it leads on. */
import { AuthError, answerOpenidRequest, getOpenidRequest } from '@rollcall/account';
import type { AnswerOf, getOpenidRequest as row, OpenidScope } from '@rollcall/contract';
import {
  AgreementTick,
  FormError,
  SubmitButton,
  useAgreementGate,
  useRollcall,
  useSession,
  useTask,
  writeIdentifier,
} from '@rollcall/react';
import { useCallback, useEffect, useId, useState } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { agePath } from '../../frame/to-age.ts';
import { WithProof } from '../../frame/with-proof.tsx';
import { usePageWords } from '../../words/page-words.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';
import { allowWords } from './words.ts';

type Asked = AnswerOf<typeof row>;

/** This page's address. Browser only. */
const here = () => location.pathname + location.search;
const requestOf = () => new URLSearchParams(location.search).get('request') ?? '';

export function AllowPage({ words }: { words: Words }) {
  const session = useSession();
  const own = usePageWords('allow', allowWords);
  // who signs out in another tab while the page leads on has been here
  const [there, setThere] = useState(false);
  if (session === 'in' && !there) setThere(true);
  useEffect(() => {
    if (session !== 'out') return;
    const hint = new URLSearchParams(location.search).get('login_hint');
    if (hint) writeIdentifier(hint);
    location.replace(`/sign-in?return=${encodeURIComponent(here())}`);
  }, [session]);
  return (
    <Frame words={words} layout="form">
      <h1>{own.title}</h1>
      {there ? (
        <WithProof>
          <Allow />
        </WithProof>
      ) : (
        <p>{words.phrases.work.loading}</p>
      )}
    </Frame>
  );
}

/** Undefined: the request is over. */
const unlessOver = <T,>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((thrown: unknown) => {
    if (thrown instanceof AuthError && thrown.server_code === 'RC_404') return undefined;
    throw thrown;
  });

function Allow() {
  const { auth, phrases } = useRollcall();
  const own = usePageWords('allow', allowWords);
  const looking = useTask();
  const answering = useTask();
  const [asked, setAsked] = useState<Asked>();
  const [over, setOver] = useState(false);
  const { run } = looking;
  const { run: runAnswer } = answering;
  useEffect(() => {
    if (!auth) return;
    run(async signal => {
      const found = await unlessOver(getOpenidRequest(auth, { request: requestOf() }, { signal }));
      if (found) setAsked(found);
      else setOver(true);
    });
  }, [auth, run]);
  const answer = useCallback(
    (allow: boolean) => {
      if (!auth) return;
      runAnswer(async signal => {
        const fields = { request: requestOf(), allow };
        const found = await unlessOver(answerOpenidRequest(auth, fields, { signal }));
        if (found) location.replace(found.to);
        else setOver(true);
      });
    },
    [auth, runAnswer],
  );
  const owes = asked?.owes;
  const goesOn = asked !== undefined && !asked.asks && (owes === null || owes === 'proof');
  useEffect(() => {
    if (goesOn) answer(true);
  }, [goesOn, answer]);
  useEffect(() => {
    if (owes === 'age' || owes === 'guardian') location.replace(agePath(here()));
  }, [owes]);

  if (over) return <p role="alert">{own.over}</p>;
  if (!asked || owes === 'age' || owes === 'guardian')
    return (
      <>
        <FormError problem={looking.problem} retry={looking.retry} />
        <p>{phrases.work.loading}</p>
      </>
    );
  if (owes === 'agreements') return <Agree onSigned={() => location.reload()} />;
  if (owes === 'second-factor')
    return (
      <>
        <p>{own.secondFactor(asked.client.name)}</p>
        <p>
          <a href="/account/security">{own.security}</a>
        </p>
      </>
    );
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        answer(true);
      }}
    >
      {asked.asks ? (
        <>
          {asked.client.mark ? <img src={asked.client.mark} alt="" width={48} height={48} /> : null}
          <p className={css.lead}>{own.ask(asked.client.name)}</p>
          <Scopes scopes={asked.scopes} words={own.scopes} />
          {asked.withheld.length > 0 ? (
            <>
              <p>{own.withheld}</p>
              <Scopes scopes={asked.withheld} words={own.scopes} />
            </>
          ) : null}
          <p>{own.back}</p>
        </>
      ) : (
        <p>{own.allowing}</p>
      )}
      <FormError problem={answering.problem} retry={answering.retry} />
      {asked.asks || answering.problem ? (
        <SubmitButton task={answering} label={own.allow} busy={own.allowing}>
          <button type="button" className={css.other} onClick={() => answer(false)}>
            {own.refuse}
          </button>
        </SubmitButton>
      ) : null}
    </form>
  );
}

function Scopes(props: { scopes: readonly OpenidScope[]; words: Readonly<Record<OpenidScope, string>> }) {
  return (
    <ul>
      {props.scopes.map(scope => (
        <li key={scope}>{props.words[scope]}</li>
      ))}
    </ul>
  );
}

/** New agreements come first: no site learns of somebody who has not signed them. */
function Agree({ onSigned }: { onSigned: () => void }) {
  const id = useId();
  const { phrases } = useRollcall();
  const { agreements, task, signed, sign } = useAgreementGate();
  useEffect(() => {
    if (signed) onSigned();
  }, [signed, onSigned]);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        sign();
      }}
    >
      <AgreementTick id={id} agreements={agreements} />
      <FormError problem={task.problem} retry={task.retry} />
      <SubmitButton task={task} label={phrases.signIn.goOn} busy={phrases.work.loading} />
    </form>
  );
}
