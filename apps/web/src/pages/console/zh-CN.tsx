import { startConsole } from '../../console/start.tsx';

startConsole('zh-CN');
