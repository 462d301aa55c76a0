/** The pages, which rspack builds. It runs before the types are taken out. */
import { shorten } from './shorten.mjs';

export default function privateNames(code) {
  const shortened = shorten(code, this.resourcePath);
  this.callback(null, shortened?.code ?? code, shortened?.map);
}
