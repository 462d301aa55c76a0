/** The files of the pages below `/static/`, and the style sheet with the colour of the settings. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../platform/refusal.ts';

/** Path of the style sheet with the colour of the settings. */
export const THEME = '/theme.css';

/** Files with a content hash in their name: 8 to 64 hexadecimal digits after `.` or `-`. */
const HASHED = /[.-][0-9a-f]{8,64}\.[\w.]+$/;

/** Source maps, compressed or not. */
const SOURCE_MAP = /\.map(?:\.br|\.gz)?$/i;

const themeOf = (colour: string): string => {
  const pressed = `color-mix(in srgb, ${colour} 85%, black)`;
  return `:root:root{--rc-seal:${colour};--rc-seal-pressed:${colour};--rc-on-seal:#fff}
@supports (color:color-mix(in srgb,red,red)){:root:root{--rc-seal-pressed:${pressed}}}
`;
};

/** The style sheet with the colour of the settings; the policy of the pages allows no inline style. */
export const addTheme = (server: FastifyInstance, colourNow: () => string | undefined): void => {
  server.get(THEME, async (request, reply) => {
    const colour = colourNow();
    if (colour === undefined) throw refuse('NotFound');
    // A page of before the last change asks by its own colour, and must not keep the new one under that.
    const kept = request.url.endsWith(`?${colour.slice(1)}`);
    return reply
      .header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type('text/css; charset=utf-8')
      .send(themeOf(colour));
  });
};

/** Registered in a scope of its own, so that its onSend hook applies to files only. */
export const addFiles = async (scope: FastifyInstance, root: string): Promise<void> => {
  scope.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return;
    const path = request.url.split('?', 1)[0] ?? '';
    reply
      .header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Other sites and CDNs load these files, so the answer must not depend on the Origin.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('timing-allow-origin', '*')
      .header('vary', 'Accept-Encoding');
    reply.removeHeader('access-control-allow-credentials');
  });
  await scope.register(fastifyStatic, {
    root,
    prefix: '/static/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    // Source maps are not served, even if one is in this folder.
    allowedPath: path => !SOURCE_MAP.test(path),
  });
};
