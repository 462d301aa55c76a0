import express from 'express';
import { verifyToken } from './verify-token.mjs';

const app = express();

app.use(async (request, response, next) => {
  request.who = await verifyToken(request.headers.authorization).catch(() => undefined);
  return request.who ? next() : response.status(401).json({ error: 'Sign in first.' });
});

app.get('/me', (request, response) => response.json(request.who));

app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
