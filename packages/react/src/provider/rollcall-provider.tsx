/** The provider. Apart from its context, which the dialog that it loads reads too. */
import type { Auth } from '@rollcall/account';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Phrases } from '../phrases/phrases.ts';
import { problemOf } from '../problem/problem.ts';
import { RollcallContext } from './provider.tsx';

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
      (asking.current ??= (
        problemOf(refused).name === 'SecondFactorRequired'
          ? import('../second-factor/second-step-dialog.tsx').then(part => part.SecondStepDialog)
          : import('../proof/proof-dialog.tsx').then(part => part.ProofDialog)
      )
        .then(
          Dialog =>
            new Promise<void>((resolve, reject) => {
              setDialog(<Dialog refused={refused} onProved={resolve} onCancel={() => reject(refused)} />);
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
    <RollcallContext value={value}>
      {children}
      {dialog}
    </RollcallContext>
  );
}
