/** What ties a control to the form that holds its value. */
import type { RefCallback } from 'react';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Spread it on an input, select or textarea. */
export interface FieldBinding<N extends string = string> {
  readonly name: N;
  readonly defaultValue: string;
  readonly ref: RefCallback<Control>;
  readonly onChange: () => void;
}
