/** Vue's compiler for the test of its guide, which stands outside this folder. */
export { compileScript, parse } from 'vue/compiler-sfc';
