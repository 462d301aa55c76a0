/** What is bundled with the contract's comments. */
export { referencePages } from './pages.mjs';
export { withWireTables } from './wire-tables.mjs';
