import express from 'express';
import { checkToken } from './check-token.mjs';

const app = express();

/** Sets `request.who` to the signed-in person; otherwise answers 401. */
const signedIn = async (request, response, next) => {
  try {
    request.who = await checkToken(request.headers.authorization);
  } catch {
    response.status(401).json({ error: 'Sign in first.' });
    return;
  }
  next();
};

app.get('/me', signedIn, (request, response) => response.json(request.who));

app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
