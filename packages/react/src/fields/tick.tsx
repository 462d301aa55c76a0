/** A box to tick, in the register's own ink. */
import type { ComponentProps } from 'react';
import tickCss from './tick.module.css';

export const Tick = (props: ComponentProps<'input'>) => (
  <input {...props} type="checkbox" className={tickCss.tick} />
);
