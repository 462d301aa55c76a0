import { startConsole } from './start.tsx';

startConsole('en');
