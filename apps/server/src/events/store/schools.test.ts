/** Two months of a school, and that the comparison sees faults; `npm run proofs` compares twenty. */
import { testedDuckStore } from './testing/duck.ts';
import { plantedFaultsSuite, schoolsSuite } from './testing/schools.suite.ts';

schoolsSuite('DuckDB', testedDuckStore, 2);
plantedFaultsSuite();
