/** The pages, which rspack builds. It runs before the types are taken out. */
import { annotate } from './annotate.mjs';

export default function pureCalls(code) {
  const annotated = annotate(code, this.resourcePath);
  this.callback(null, annotated?.code ?? code, annotated?.map);
}
