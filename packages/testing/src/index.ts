export {
  type FakeAnswers,
  fakeAuth,
  type FakeAuth,
  type FakeAuthOptions,
  type FakeCall,
} from './fake-auth.ts';
export { lastCode, type LastCodeOptions } from './last-code.ts';
export { type FakeRefusal, refused } from './refused.ts';
