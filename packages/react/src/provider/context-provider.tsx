/** What both providers do: the values of the context, and the second step of a sign-in. */
import type { Auth } from '@rollcall/account';
import { type ReactNode, useMemo } from 'react';
import type { Phrases } from '../phrases/phrases.ts';
import { type Rollcall, RollcallContext } from './provider.tsx';
import { useDialog } from './use-dialog.tsx';

export interface ProviderProps {
  readonly auth: Auth | undefined;
  readonly phrases: Phrases;
  readonly device?: (() => () => Promise<string>) | undefined;
  /** URL of the support contact, such as `mailto:help@school.example`: linked where people cannot get in by themselves. */
  readonly support?: string | undefined;
  readonly children: ReactNode;
}

const loadSecondStep = () =>
  import('../second-factor/second-step-dialog.tsx').then(({ SecondStepDialog }) => SecondStepDialog);

export function ContextProvider(props: ProviderProps & Pick<Rollcall, 'prove'>) {
  const { auth, phrases, device, support, prove, children } = props;
  const [dialog, secondStep] = useDialog(loadSecondStep);
  const value = useMemo(
    () => ({ auth, phrases, device, support, prove, secondStep }),
    [auth, phrases, device, support, prove, secondStep],
  );
  return (
    <RollcallContext value={value}>
      {children}
      {dialog}
    </RollcallContext>
  );
}
