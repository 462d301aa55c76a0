/** Parts of a drawing that are pressed. Tab reaches one of them, and the arrow keys lead from it to the others. */
import { type KeyboardEvent, type SVGProps, useState } from 'react';
import css from './charts.module.css';

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

const move = ({ currentTarget }: KeyboardEvent<SVGGElement>, steps: number): void => {
  const all = [...(currentTarget.ownerSVGElement?.querySelectorAll<SVGGElement>('[role=button]') ?? [])];
  const at = all.indexOf(currentTarget) + steps;
  all[(at + all.length) % all.length]?.focus();
};

/**
 * @param labels the titles of all parts, in their order: each part has its own as `title`, by which it is named
 * @returns the attributes of the `g` of a part
 */
export function usePickable(
  labels: readonly string[],
): (label: string, onPick: () => void) => SVGProps<SVGGElement> {
  const [focused, setFocused] = useState('');
  const reached = labels.includes(focused) ? focused : labels[0];
  return (label, onPick) => ({
    role: 'button',
    className: css.pick,
    tabIndex: label === reached ? 0 : -1,
    onClick: onPick,
    onFocus: () => setFocused(label),
    onKeyDown: event => {
      const steps = STEPS[event.key];
      if (steps === undefined && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      if (steps === undefined) onPick();
      else move(event, steps);
    },
  });
}
