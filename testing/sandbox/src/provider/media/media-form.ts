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
 * Reads an upload form. Its one file is streamed to `keep`, which may wait for the declared type once it has all bytes:
 * the parameter `type`, which may follow the file, or else the part's own.
 */
export async function readMediaForm(
  request: FastifyRequest,
  keep: (file: FilePart, declaredType: () => Promise<string | null>) => Promise<string>,
): Promise<{ fields: Record<string, string>; fileId: string }> {
  const fields: Record<string, string> = {};
  const kept: Promise<string>[] = [];
  const streams: BusboyFileStream[] = [];
  const parser = createParser(request);
  // An unhandled error event would end the process, and a truncated form emits more than one.
  parser.on('error', ignore);
  parser.on('field', (name, text) => (fields[name] = text));
  parser.on('file', (name, stream, filename, _, partType) => {
    if (name !== 'file' || kept.length > 0) return void stream.resume();
    stream.on('error', ignore);
    streams.push(stream);
    // A refused file is still read to its end, since the answer is only sent after the form has arrived.
    const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    const declaredType = async () => {
      await formRead;
      return fields['type'] ?? (partType || null);
    };
    const keeping = keep({ stream: bytes, filename: filename || null }, declaredType);
    kept.push(keeping);
    keeping.catch(() => stream.resume());
  });
  const formRead = pipeline(request.body as Readable, parser).then(
    () => null,
    (error: Error) => error,
  );
  const failure = await formRead;
  if (failure) {
    // The parser would leave the current file open forever.
    streams.forEach((stream) => stream.destroy(failure));
    await Promise.allSettled(kept);
    throw new GraphError(100, { withoutData: true, message: '(#100) The multipart body is broken.' });
  }
  const [fileId] = await Promise.all(kept);
  if (fileId === undefined) {
    throw new GraphError(100, { withoutData: true, message: '(#100) The parameter file is required.' });
  }
  return { fields, fileId };
}

/** Ignores the event: the error is known from the end of the pipeline. */
function ignore(): void {}

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
