import { drawing } from './drawing.ts';
import { panel } from './panel.ts';
import { session } from './session.ts';

/**
 * Makes a vendor's whole script: its own part and the shared widget, in one strict function.
 *
 * @param vendor browser code, with access to the declarations of drawing.ts, panel.ts and session.ts
 */
export const scriptOf = (vendor: string): string =>
  `(function () {\n  'use strict';${drawing}${panel}${session}${vendor}})();\n`;
