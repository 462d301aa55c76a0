/** Puppeteer for the journeys in stock Firefox, which stand outside this folder. */
export { launch } from 'puppeteer-core';
