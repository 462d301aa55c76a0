/** The type of a call of `/api/v1`, which the school's other software makes with a service token. */
import * as v from 'valibot';
import type { ConsoleCall } from '../console/call.ts';
import type { Scope } from '../console/rules.ts';

export interface ApiCall extends Omit<ConsoleCall, 'role' | 'proof' | 'beforeSetup'> {
  /** The scope that the token needs; `any`: every token may call. */
  readonly scope: Scope | 'any';
}

type ByKey<C, S> = Omit<C, 'path' | 'role' | 'proof'> & { readonly path: string; readonly scope: S };

/** A call of the console by key: the same but for the path, and who may call. */
export const byKey = <const C extends ConsoleCall, const S extends Scope | 'any'>(
  call: C,
  scope: S,
): ByKey<C, S> => {
  const { role: _role, proof: _proof, ...same } = call;
  return { ...same, path: call.path.replace('/console/v1', '/api/v1'), scope } as ByKey<C, S>;
};

type WithReason = v.ObjectEntries & { readonly reason: v.GenericSchema<string> };

/** A call of the console whose `reason` is the purpose of the token. */
export const forPurpose = <const C extends ConsoleCall, const E extends WithReason, const S extends Scope>(
  call: C & { readonly body: v.ObjectSchema<E, undefined> },
  scope: S,
): Omit<ByKey<C, S>, 'body'> & {
  readonly body: v.SchemaWithOmit<v.ObjectSchema<E, undefined>, ['reason']>;
} => ({ ...byKey<C, S>(call, scope), body: v.omit(call.body, ['reason']) });
