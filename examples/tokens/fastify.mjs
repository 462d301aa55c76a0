import { fastify } from 'fastify';
import { verifyToken } from './verify-token.mjs';

const app = fastify();

app.decorateRequest('who', null).addHook('onRequest', async (request, reply) => {
  request.who = await verifyToken(request.headers.authorization).catch(() => null);
  return request.who ? undefined : reply.code(401).send({ error: 'Sign in first.' });
});

app.get('/me', async request => request.who);

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
