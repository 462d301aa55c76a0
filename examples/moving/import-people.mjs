import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';

// [{ "nickname": "小明", "phone": "13800000000", "email": "a@b.example", "username": "xiaoming", "password_hash": "$argon2id$…" }]
const people = JSON.parse(await readFile(process.argv[2], 'utf8'));
const fold = text => text.normalize('NFKC').toLowerCase().normalize('NFKC');

const client = new pg.Client({ connectionString: process.env.ROLLCALL_DATABASE_URL });
await client.connect();
try {
  await client.query('begin');
  for (const { nickname, password_hash = null, ...person } of people) {
    const id = randomUUID();
    const at = new Date();
    await client.query(
      `insert into accounts (id, pid, created_at, password_hash, password_set_at, nickname, nickname_key)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, 'my-school', at, password_hash, password_hash && at, nickname, fold(nickname)],
    );
    for (const kind of ['phone', 'email', 'username'])
      if (person[kind])
        await client.query(
          'insert into identifiers (kind, value, account_id, created_at) values ($1, $2, $3, $4)',
          [kind, fold(person[kind].trim()), id, at],
        );
  }
  await client.query('commit');
  console.log(`${people.length} people are here now.`);
} catch (error) {
  await client.query('rollback');
  console.error(`Nobody was imported: ${error.message}`);
  process.exitCode = 1;
} finally {
  await client.end();
}
