/**
 * The chunk loader of the pages: where it loads from, under which nonce, how it loads, and what it does when a chunk
 * fails. It takes the place of some of rspack's own runtime, which is three times as long; what registers chunks and
 * modules stays rspack's.
 */
import { rspack } from '@rspack/core';
import { nameFunctions, renameChunks } from './chunk-names.mjs';

/** Milliseconds until a chunk that neither came nor failed is given up (specification, section 9). */
export const CHUNK_TIMEOUT = 120_000;

/**
 * The static path and the nonce are those of the script that runs: the server may put both into a document at any time,
 * and nothing of them is compiled in.
 */
const fromItsOwnPlace = `
var own = document.currentScript;
__webpack_require__.p = own.getAttribute("src").replace(/[^/]*$/, "");
__webpack_require__.nc = own.nonce || own.getAttribute("nonce");`;

/**
 * Loads scripts and late style sheets: each under the nonce, checked for its integrity, for a limited time.
 * @param timeout milliseconds
 * @param styles numbers of the chunks that have a style sheet: false until it has come, the promise while it comes
 */
const load = (timeout, styles) => `
var insert = function (tag, url, integrity, done) {
  var element = document.createElement(tag);
  var end = function (event) {
    clearTimeout(timer);
    element.onload = element.onerror = null;
    if (tag == "script" || event.type != "load") element.remove();
    done(event);
  };
  var timer = setTimeout(end, ${timeout}, { type: "timeout", target: element });
  element.late = 1;
  element.nonce = __webpack_require__.nc;
  element.integrity = integrity;
  element.crossOrigin = "anonymous";
  element.onload = element.onerror = end;
  if (tag == "script") element.src = url;
  else element.rel = "stylesheet", element.href = url;
  document.head.append(element);
};
__webpack_require__.l = function (url, done, key, id) {
  insert("script", url, __webpack_require__.sriHashes[id], done);
};${
  styles.length === 0
    ? ''
    : `
var styles = ${JSON.stringify(Object.fromEntries(styles.map(id => [id, false])))};
__webpack_require__.f.css = function (id, promises) {
  if (id in styles) promises.push(styles[id] = styles[id] || new Promise(function (come, fail) {
    insert("link", __webpack_require__.p + __webpack_require__.k(id), __webpack_require__.sriCssHashes[id], function (event) {
      if (event.type == "load") return come();
      styles[id] = false;
      var error = Error();
      error.type = event.type;
      error.request = event.target.href;
      fail(error);
    });
  }));
};`
}`;

/**
 * A chunk that fails is loaded once more, from an address that no cache on the way has an answer for. A time-out is
 * told immediately: the person has waited for two minutes. Whatever is asked for after a failure has a fresh address
 * too.
 * The message is the specification's (section 8); what happened and where stand in `type` and `request`.
 */
const retry = `
var ensure = __webpack_require__.e, fresh = {}, tries = 0;
["u", "k"].forEach(function (kind) {
  var name = __webpack_require__[kind];
  if (name) __webpack_require__[kind] = function (id) { return name(id) + (fresh[id] || ""); };
});
var attempt = function (id) {
  return ensure(id).catch(function (error) {
    fresh[id] = "?" + Date.now().toString(36) + tries++;
    error.name = "ChunkLoadError";
    error.message = "Loading chunk " + id + " failed";
    throw error;
  });
};
__webpack_require__.e = function (id) {
  return attempt(id).catch(function (error) {
    if (error.type == "timeout") throw error;
    return attempt(id);
  });
};`;

class Retry extends rspack.RuntimeModule {
  constructor() {
    // after every other piece of the runtime, whose functions it wraps
    super('rollcall_retry', rspack.RuntimeModule.STAGE_TRIGGER);
  }
  generate() {
    return retry;
  }
}

/** The plugin that puts all of it in. */
export const loader = {
  apply(compiler) {
    const { RuntimeGlobals } = compiler.rspack;
    compiler.hooks.thisCompilation.tap('RollcallLoader', compilation => {
      const lateStyles = chunk =>
        [...chunk.getAllAsyncChunks()]
          .filter(late =>
            [...compilation.chunkGraph.getChunkModules(late)].some(({ type }) => type.startsWith('css')),
          )
          .map(({ id }) => id);
      const sources = {
        public_path: () => fromItsOwnPlace,
        load_script: chunk => load(compilation.outputOptions.chunkLoadTimeout, lateStyles(chunk)),
        // its part is in `load`
        css_loading: () => '',
        ...nameFunctions,
      };
      compilation.hooks.runtimeModule.tap('RollcallLoader', (module, chunk) => {
        const source = sources[module.name];
        if (source && module.source) module.source.source = Buffer.from(source(chunk));
      });
      renameChunks(compilation);
      compilation.hooks.additionalTreeRuntimeRequirements.tap('RollcallLoader', (chunk, set) => {
        if (chunk.getAllAsyncChunks().size === 0) return;
        set.add(RuntimeGlobals.publicPath);
        compilation.addRuntimeModule(chunk, new Retry());
      });
    });
  },
};
