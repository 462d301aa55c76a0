/** What both providers do: the values of the context, and the second step of a sign-in. */
import type { Auth } from '@rollcall/account';
import { type ReactNode, useMemo } from 'react';
import type { Phrases } from '../phrases/phrases.ts';
import { type Rollcall, RollcallContext, useProvided } from './provider.tsx';
import { useConversion } from '../session/use-conversion.ts';
import { useDialog } from './use-dialog.tsx';

export interface ProviderProps {
  readonly auth: Auth | undefined;
  readonly phrases: Phrases;
  readonly device?: (() => () => Promise<string>) | undefined;
  /** URL of the support contact, such as `mailto:help@school.example`: linked where people cannot get in by themselves. */
  readonly support?: string | undefined;
  /** Whether the server converts the sessions of an older site (ROLLCALL_CONVERT_COOKIE). @default false */
  readonly converts?: boolean | undefined;
  readonly children: ReactNode;
}

const loadSecondStep = () =>
  import('../second-factor/second-step-dialog.tsx').then(({ SecondStepDialog }) => SecondStepDialog);

export function ContextProvider(props: ProviderProps & Pick<Rollcall, 'prove'>) {
  const { auth, phrases, device, support, prove, converts = false, children } = props;
  const own = useConversion(auth, converts);
  // A provider within another leaves the conversion to that one.
  const converting = !!useProvided()?.converting || own;
  const [dialog, secondStep] = useDialog(loadSecondStep);
  const value = useMemo(
    () => ({ auth, phrases, device, support, prove, secondStep, converting }),
    [auth, phrases, device, support, prove, secondStep, converting],
  );
  return (
    <RollcallContext value={value}>
      {children}
      {dialog}
    </RollcallContext>
  );
}
