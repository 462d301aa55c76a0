/** Who is signed in, asked once and kept until it changes. */
import type { Operator } from '@rollcall/contract/console';
import type { Client } from '../client/client.ts';
import { type Role, roles } from '../client/rows.ts';

export interface Me {
  /** Rejects with `Refused` (OperatorRequired where nobody is signed in). */
  get(): Promise<Operator>;
  set(operator: Operator): void;
  /** Gives whether somebody was known. */
  clear(): boolean;
}

export const createMe = (client: Client): Me => {
  let kept: Promise<Operator> | undefined;
  let known = false;
  return {
    get: () => {
      if (kept) return kept;
      const asked = client.ask('getOperator', {});
      kept = asked;
      asked.then(
        operator => {
          if (kept === asked) known = true;
          return operator;
        },
        () => {
          // what failed is asked again
          if (kept === asked) kept = undefined;
        },
      );
      return asked;
    },
    set: operator => {
      kept = Promise.resolve(operator);
      known = true;
    },
    clear: () => {
      const before = known;
      kept = undefined;
      known = false;
      return before;
    },
  };
};

/** Whether a role includes another. */
export const includes = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
