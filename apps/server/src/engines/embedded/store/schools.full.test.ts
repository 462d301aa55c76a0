/** Twenty months of a school, and that the comparison sees faults. */
import { testedDuckStore } from './testing/duck.ts';
import { plantedFaultsSuite, schoolsSuite } from '../../../events/store/testing/schools.suite.ts';

schoolsSuite('DuckDB', testedDuckStore, 20);
plantedFaultsSuite();
