import { startConsole } from './start.tsx';

startConsole('zh-CN');
