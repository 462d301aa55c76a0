/** A state in a word, with a shape beside it: colour alone would not reach everyone. */
import type { ReactNode } from 'react';
import css from './status-badge.module.css';

const shapes = { good: '●', bad: '■', warning: '▲', neutral: '○' } as const;

export type Tone = keyof typeof shapes;

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone} data-nowrap="">
      <i aria-hidden="true">{shapes[tone]}</i>
      {children}
    </span>
  );
}
