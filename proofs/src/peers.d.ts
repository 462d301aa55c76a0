/** For checks of types where this folder is not installed. */
declare module 'vue/compiler-sfc';
declare module 'puppeteer-core';
