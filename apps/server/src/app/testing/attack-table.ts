/** The table that `npm run proofs -- attack` prints at its end: what got through of each attack, against what may. */
import { appendFileSync } from 'node:fs';

export interface AttackRow {
  /** What was attacked, and from where. */
  readonly attack: string;
  /** Attempts. */
  readonly tried: number;
  /** Attempts that got through. */
  readonly through: number;
  /** How many may. */
  readonly may: number;
}

/** Adds a row to the file of the variable ROLLCALL_ATTACK_TABLE, as a line of JSON; without the variable does nothing. */
export const noteAttack = (row: AttackRow): void => {
  const file = process.env['ROLLCALL_ATTACK_TABLE'];
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
};
