/** A box to tick, in the register's own ink. */
import type { ComponentProps } from 'react';
import tickCss from './tick.module.css';

/**
 * Draws a checkbox; takes the properties of `<input>`.
 * @example <Tick checked={checked} onChange={change} />
 * @see `docs/react.md`
 */
export const Tick = (props: ComponentProps<'input'>) => (
  <input {...props} type="checkbox" className={tickCss.tick} />
);
