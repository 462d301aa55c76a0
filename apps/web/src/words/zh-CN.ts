import { zhCN as phrases } from '@rollcall/react';
import { texts } from './texts-zh-CN.ts';
import type { Words } from './words.ts';

export const words: Words = { phrases, ...texts };
