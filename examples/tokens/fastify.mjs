import { TokenError } from '@rollcall/node';
import { fastify } from 'fastify';
import { verifyToken } from './verify-token.mjs';

const app = fastify();

app.decorateRequest('who', null).addHook('onRequest', async (request, reply) => {
  try {
    request.who = await verifyToken(request.headers.authorization);
  } catch (error) {
    if (error instanceof TokenError) return reply.code(401).send({ error: 'Sign in first.' });
    // The keys could not be fetched.
    return reply.code(503).send({ error: 'Try again later.' });
  }
});

app.get('/me', async request => request.who);

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
