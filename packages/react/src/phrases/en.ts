import { english } from './english.ts';
import type { Phrases } from './phrases.ts';

export const en: Phrases = { language: 'en', ...english };
