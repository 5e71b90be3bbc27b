import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { GraphError } from '../graph/graph-error';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

interface FilePart {
  stream: AsyncIterable<Buffer>;
  filename: string | null;
}

/**
 * Reads an upload's form. Its one file is kept as it comes, by `keep`, which may ask for the declared type once all bytes
 * are there: the parameter `type`, else the part's own.
 */
export async function readMediaForm(
  request: FastifyRequest,
  keep: (file: FilePart, declaredType: () => string | null) => Promise<string>,
): Promise<{ fields: Record<string, string>; fileId: string }> {
  const fields: Record<string, string> = {};
  const kept: Promise<string>[] = [];
  const streams: BusboyFileStream[] = [];
  const parser = createParser(request);
  parser.on('field', (name, text) => (fields[name] = text));
  parser.on('file', (name, stream, filename, _, partType) => {
    if (name !== 'file' || kept.length > 0) return void stream.resume();
    streams.push(stream);
    const keeping = keep({ stream, filename: filename || null }, () => fields['type'] ?? (partType || null));
    kept.push(keeping);
    // The rest is read and dropped: the answer comes when the form has.
    keeping.catch(() => stream.resume());
  });
  const read = await pipeline(request.body as Readable, parser).then(
    () => null,
    (error: Error) => error,
  );
  if (read) {
    // The parser would leave the file that it was at open for ever.
    streams.forEach((stream) => stream.destroy(read));
    await Promise.allSettled(kept);
    throw new GraphError(100, { withoutData: true, message: '(#100) The multipart body is broken.' });
  }
  const [fileId] = await Promise.all(kept);
  if (fileId === undefined) {
    throw new GraphError(100, { withoutData: true, message: '(#100) The parameter file is required.' });
  }
  return { fields, fileId };
}

function createParser(request: FastifyRequest) {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type']! },
      limits: { files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
    });
  } catch {
    throw new GraphError(100, { withoutData: true, message: '(#100) Send the file as multipart/form-data.' });
  }
}
