import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';

/** @throws Error unless it is answered with 2xx. */
export async function post(
  url: string,
  { headers = {}, body, agent }: { headers?: Record<string, string>; body: string; agent: Agent },
): Promise<void> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const all = { ...headers, 'content-type': 'application/json', 'content-length': String(length) };
    request(url, { method: 'POST', headers: all, agent }, resolve).once('error', reject).end(body);
  });
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode! >= 300) throw new Error(`${url} answered ${answer.statusCode}.`);
}
