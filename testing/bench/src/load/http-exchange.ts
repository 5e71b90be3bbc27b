import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';

interface Exchange {
  headers?: Record<string, string>;
  /** Sent as JSON; without it, the request is a GET. */
  body?: string;
  agent: Agent;
}

/** Reads the whole answer and discards it. @throws Error unless it is 2xx and complete. */
export async function exchange(url: string, { headers = {}, body, agent }: Exchange): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  const content = body !== undefined && {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: { ...headers, ...content }, agent }, resolve)
      .once('error', reject)
      .end(body);
  });
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode! >= 300) throw new Error(`${url} answered ${answer.statusCode}.`);
}
