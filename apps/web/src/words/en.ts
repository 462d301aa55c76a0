import { en as phrases } from '@rollcall/react';
import { texts } from './texts-en.ts';
import type { Words } from './words.ts';

export const words: Words = { phrases, ...texts };
