/**
 * Names the files of the chunks by the beginning of their integrity's hash, in hexadecimal digits. A script holds the
 * integrity of every chunk that it may load. With another hash in the names it would hold two of each, and hashes do not compress.
 */
import { rspack } from '@rspack/core';
import { shortHash } from './files.mjs';

/** The runtime's function `which`, from the number of a chunk to the name of its file; behind `sha256-` stands base64. */
const nameFunction = (which, hashes, ending) => `
__webpack_require__.${which} = function (id) {
  return id + "." + Array.from(atob(__webpack_require__.${hashes}[id].slice(7, 15)), function (byte) {
    return (256 + byte.charCodeAt()).toString(16).slice(1);
  }).join("") + ".${ending}";
};`;

/** In the place of rspack's own runtime modules of these names. */
export const nameFunctions = {
  'get javascript chunk filename': () => nameFunction('u', 'sriHashes', 'js'),
  'get css chunk filename': () => nameFunction('k', 'sriCssHashes', 'css'),
};

/** Renames the files, and their source maps with them, when their content is final. */
export const renameChunks = compilation => {
  const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
  compilation.hooks.processAssets.tap({ name: 'RollcallChunkNames', stage }, assets => {
    for (const [name, source] of Object.entries(assets)) {
      const [, id, ending] = /^(\d+)\.[\da-f]{12}\.(js|css)$/.exec(name) ?? [];
      if (id === undefined) continue;
      const named = `${id}.${shortHash(source.buffer())}.${ending}`;
      if (named === name) continue;
      const map = Object.keys(assets).find(other => other.endsWith(`/${name}.map`));
      if (map !== undefined) compilation.renameAsset(map, map.replace(name, named));
      compilation.renameAsset(name, named);
    }
  });
};
