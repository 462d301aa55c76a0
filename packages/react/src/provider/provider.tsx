/** What every hook and component below is given: the auth instance, the language and its words. */
import type { Auth } from '@rollcall/account';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Phrases } from '../phrases/phrases.ts';

export interface Rollcall {
  /** Undefined where there is no browser (prerendering): nothing is asked of it before an effect or an action. */
  readonly auth: Auth | undefined;
  readonly phrases: Phrases;
  /** Begins to find out which device this is; see the provider. */
  readonly device: (() => () => Promise<string>) | undefined;
  /**
   * Asks the person to prove again who they are, and resolves when they did. Rejects with `refused` where they did not.
   *
   * @param refused what a call was refused with
   */
  readonly prove: (refused: unknown) => Promise<void>;
}

const Context = createContext<Rollcall | undefined>(undefined);

/**
 * Put this around everything of Rollcall's. `phrases` brings the language with it: pass `zhCN`, `en`, or an object
 * of your own of the type `Phrases`.
 *
 * `device` is for the human verification, and may be left out: it is called, often, where something is shown that may
 * need one, and gives the same `deviceId` each time, such as `device(load)` of `@rollcall/captcha`.
 */
export function RollcallProvider(props: {
  auth: Auth | undefined;
  phrases: Phrases;
  device?: (() => () => Promise<string>) | undefined;
  children: ReactNode;
}) {
  const { auth, phrases, device, children } = props;
  const asking = useRef<Promise<void>>(undefined);
  const [dialog, setDialog] = useState<ReactNode>();
  const ask = useCallback(
    (refused: unknown) =>
      (asking.current ??= import('../proof/proof-dialog.tsx')
        .then(
          ({ ProofDialog }) =>
            new Promise<void>((resolve, reject) => {
              setDialog(<ProofDialog onProved={resolve} onCancel={() => reject(refused)} />);
            }),
          () => Promise.reject(refused as Error),
        )
        .finally(() => {
          asking.current = undefined;
          setDialog(undefined);
        })),
    [],
  );
  const value = useMemo(() => ({ auth, phrases, device, prove: ask }), [auth, phrases, device, ask]);
  return (
    <Context value={value}>
      {children}
      {dialog}
    </Context>
  );
}

/** See `Rollcall.prove`; undefined outside of a provider. */
export const useProve = (): Rollcall['prove'] | undefined => useContext(Context)?.prove;

/** The nearest provider's values. Throws where there is none: that is a mistake of the page's author. */
export function useRollcall(): Rollcall {
  const value = useContext(Context);
  if (!value) throw new Error('Put <RollcallProvider> around the components of @rollcall/react.');
  return value;
}

/** The auth instance, for actions. Throws while prerendering, where no action can happen. */
export function useAuth(): () => Auth {
  const { auth } = useRollcall();
  return () => {
    if (!auth) throw new Error('RollcallProvider was given no auth.');
    return auth;
  };
}
