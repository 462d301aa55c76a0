import { startConsole } from '../../console/start.tsx';

startConsole('en');
