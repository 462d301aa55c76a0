import { drawing } from './drawing.ts';
import { panel } from './panel.ts';
import { session } from './session.ts';

/**
 * A vendor's whole script: its own part with the widget that all of them share, in one strict function.
 *
 * @param vendor browser code; it sees what drawing.ts, panel.ts and session.ts declare
 */
export const scriptOf = (vendor: string): string =>
  `(function () {\n  'use strict';${drawing}${panel}${session}${vendor}})();\n`;
