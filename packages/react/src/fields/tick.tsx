/** A box to tick, in the register's own ink. */
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import tickCss from './tick.module.css';

/**
 * Draws a checkbox; takes the properties of `<input>`.
 * @example <Tick checked={checked} onChange={change} />
 * @see `docs/react.md`
 */
export const Tick = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<'input'>>(
  function Tick(props, ref) {
    return <input {...props} ref={ref} type="checkbox" className={tickCss.tick} />;
  },
);
