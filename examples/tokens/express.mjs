import { TokenError } from '@rollcall/node';
import express from 'express';
import { verifyToken } from './verify-token.mjs';

const app = express();

app.use(async (request, response, next) => {
  try {
    request.who = await verifyToken(request.headers.authorization);
  } catch (error) {
    if (error instanceof TokenError) return response.status(401).json({ error: 'Sign in first.' });
    // The keys could not be fetched.
    return response.status(503).json({ error: 'Try again later.' });
  }
  return next();
});

app.get('/me', (request, response) => response.json(request.who));

app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
