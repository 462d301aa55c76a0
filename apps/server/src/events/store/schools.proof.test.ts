import { testedDuckStore } from './testing/duck.ts';
import { schoolsSuite } from './testing/schools.suite.ts';

schoolsSuite('DuckDB', testedDuckStore, 20);
