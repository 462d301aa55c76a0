/** Which of our pages sends the codes of a scene, or asks for its challenge. Other sites may use every scene by their own calls. */
import type { Purpose } from '@rollcall/contract';

type Scene = Purpose | 'security';

export const scenePages: Readonly<Record<Scene, readonly string[]>> = {
  register: ['/sign-up'],
  login: ['/sign-in/email'],
  silence: ['/sign-in'],
  oauth: ['/oauth/wechat', '/oauth/qq'],
  bind: ['/account/security'],
  change: ['/account/security'],
  update: ['/account/security'],
  reset: ['/reset'],
  common: [],
  proof: ['/account/security', '/account/privacy'],
  email: ['/sign-up'],
  guardian: ['/age', '/guardian'],
  security: ['/sign-in'],
};

/** The pages of a rule's scene; undefined: `*`, which is of every page whose scene has no rule of its own. */
export const pagesOf = (scene: string): readonly string[] | undefined =>
  new Map<string, readonly string[]>(Object.entries(scenePages)).get(scene);
