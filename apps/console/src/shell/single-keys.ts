/** Whether keys of one character act: who speaks to the computer, or presses keys by mistake, turns them off. */
import { readKept, writeKept } from './kept.ts';

const KEY = 'rollcall-console-keys';

export const singleKeysAct = (): boolean => readKept(KEY) !== 'off';
export const letSingleKeysAct = (act: boolean): void => writeKept(KEY, act ? '' : 'off');
