import { hydrate } from '../../frame/hydrate.tsx';
import { words } from '../../words/en.ts';
import { GuardianPage } from './page.tsx';

hydrate(GuardianPage, words, { reports: false });
