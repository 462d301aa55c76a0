/** The script errors of the sample data. */
import { createHash } from 'node:crypto';
import type { ReadableFrame } from '@rollcall/contract/console';

export const SAMPLE_PRODUCT = 'sample-school';
/** What every release of the sample data ends with, so that none is another's. */
export const SAMPLE_RELEASE = '+sample';

export interface SampleError {
  /** The group's: 32 hexadecimal digits that begin with SAMPLE_GROUPS, as no fingerprint does. */
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** The place for display. */
  readonly culprit: string;
  readonly frames: readonly ReadableFrame[];
  /** Where it happens, and in which share of the views, from a minor version on. */
  readonly page: string;
  readonly share: number;
  readonly since: number;
}

/** The beginning of the ids of the sample's groups: 64 bits that a fingerprint has by chance alone. */
export const SAMPLE_GROUPS = '5a3b1e0000000000';

const error = (
  [name, message]: readonly [string, string],
  [called, file, line]: readonly [string, string, number],
  where: Pick<SampleError, 'page' | 'share' | 'since'>,
): SampleError => {
  const frame = (fields: Pick<ReadableFrame, 'function' | 'file' | 'line'>): ReadableFrame => ({
    ...fields,
    column: 12,
    own: !fields.file.startsWith('node_modules/'),
    mapped: true,
  });
  return {
    id: SAMPLE_GROUPS + createHash('sha256').update(`${name} ${message}`).digest('hex').slice(0, 16),
    name,
    message,
    culprit: `${called} (${file}:${line})`,
    frames: [
      frame({ function: called, file, line }),
      frame({ function: 'onClick', file: 'src/parts/button.tsx', line: 31 }),
      frame({ function: 'executeDispatch', file: 'node_modules/react-dom/client.js', line: 16368 }),
    ],
    ...where,
  };
};

/** The first comes with a release. */
export const sampleErrors: readonly SampleError[] = [
  error(
    ['TypeError', "Cannot read properties of undefined (reading 'questions')"],
    ['openExercise', 'src/exercise/open-exercise.ts', 48],
    { page: '/exercise', share: 0.03, since: 1 },
  ),
  error(
    ['NotAllowedError', 'play() failed because the user didn’t interact with the document first.'],
    ['startLesson', 'src/lesson/player.ts', 112],
    { page: '/lesson', share: 0.01, since: 0 },
  ),
  error(
    ['QuotaExceededError', "Failed to execute 'setItem' on 'Storage'"],
    ['keepDraft', 'src/exercise/draft.ts', 20],
    { page: '/exercise', share: 0.006, since: 0 },
  ),
];
