import { words } from '../../words/zh-CN.ts';
import { start } from './start.tsx';

start(words);
