import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { Empty, parse, type Dto, type Operation } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { refuseHostile } from './input-gate.rules';
import { textCoercion, type TextValues } from './text-coercion.rules';

/** The parts of a request as they go to a service, which validates them. */
export interface OperationInput {
  params?: object;
  query?: object;
  body?: unknown;
}

/**
 * Makes the function that reads the input of one operation from its requests. A query or a body that the operation
 * does not declare must have no members.
 * @throws AppError for what no service should see.
 */
export function inputReader(operation: Operation): (request: FastifyRequest) => OperationInput {
  const readParams = operation.params && paramsReader(operation.params);
  const coerceQuery = textCoercion(operation.query ?? Empty);

  return (request) => {
    const query = queryTexts(request);
    const body = jsonBody(request.body as Buffer | undefined);
    if (query && !operation.query) parse(Empty, query);
    if (body !== undefined && !operation.body) parse(Empty, body);
    return {
      ...(readParams && { params: readParams(request.params as TextValues) }),
      ...(operation.query && { query: query ? coerceQuery(query) : {} }),
      ...(operation.body && { body: body === undefined ? {} : body }),
    };
  };
}

/** A path that can name no record is answered like one whose record is absent. */
function paramsReader(dto: Dto): (texts: TextValues) => object {
  const coerce = textCoercion(dto);
  return (texts) => {
    try {
      refuseHostile(texts, 'path');
      return parse(dto, coerce(texts));
    } catch {
      throw new AppError('not_found');
    }
  };
}

function queryTexts({ url, query }: FastifyRequest): TextValues | undefined {
  const start = url.indexOf('?');
  if (start === -1) return undefined;
  requirePercentEncoding(url.slice(start));
  refuseHostile(query, 'query');
  return query as TextValues;
}

function requirePercentEncoding(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new AppError('bad_request', {
      message: 'The query string is not percent-encoded UTF-8. Encode it so.',
    });
  }
}

function jsonBody(bytes: Buffer | undefined): unknown {
  if (!bytes || bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) {
    throw new AppError('bad_request', { message: 'The body is not UTF-8. Encode it so.' });
  }
  const value = parseJson(bytes.toString());
  refuseHostile(value, 'body');
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', { message: 'The body is not JSON. Check its syntax.' });
  }
}
