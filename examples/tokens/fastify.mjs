import { fastify } from 'fastify';
import { checkToken } from './check-token.mjs';

const app = fastify();

app.decorateRequest('who', null);
/** Sets `request.who` to the signed-in person; otherwise answers 401. */
const signedIn = async (request, reply) => {
  try {
    request.who = await checkToken(request.headers.authorization);
  } catch {
    return reply.code(401).send({ error: 'Sign in first.' });
  }
};

app.get('/me', { onRequest: signedIn }, async request => request.who);

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
