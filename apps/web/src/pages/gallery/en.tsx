import { words } from '../../words/en.ts';
import { start } from './start.tsx';

start(words);
