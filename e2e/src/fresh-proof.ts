/** Renews operators' proofs before each test, so that none depends on how long those before it took. */
import { beforeEach } from 'vitest';
import { renewProofs } from './console.ts';

beforeEach(renewProofs);
