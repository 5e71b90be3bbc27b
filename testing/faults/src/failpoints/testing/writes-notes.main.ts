import { Client } from 'pg';

/** Writes notes when ordered to: one on its own, and two in a transaction. */
async function main(url: string): Promise<void> {
  // The order channel does not keep a process with failpoints running, nor one without.
  const awake = setInterval(() => undefined, 1_000);
  await new Promise<void>((resolve) => {
    process.on('message', (message) => message === 'go' && resolve());
  });
  const client = new Client({ connectionString: url });
  await client.connect();
  const first = process.env['NOTE'] === 'the time' ? String(Date.now()) : 'alone';
  const write = (text: string) => client.query('INSERT INTO skeleton.notes (text) VALUES ($1)', [text]);
  await write(first);
  await client.query('BEGIN');
  await write('one');
  await write('two');
  await client.query('COMMIT');
  await client.end();
  clearInterval(awake);
  process.disconnect();
}

void main(process.argv[2] ?? '');
