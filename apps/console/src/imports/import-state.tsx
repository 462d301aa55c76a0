/** The state of an import, in a word. */
import type { ImportState } from '@rollcall/contract/console';
import { useWords } from '../console-context.ts';
import { StatusBadge } from '../parts/status-badge.tsx';
import { importWords } from './words.ts';

export function ImportStateBadge({ state }: { state: ImportState }) {
  const words = useWords(importWords);
  const tone = state === 'done' ? 'good' : state === 'undone' || state === 'cancelled' ? 'bad' : 'neutral';
  return <StatusBadge tone={tone}>{words.states[state]}</StatusBadge>;
}
