import type { FastifyRequest } from 'fastify';
import {
  Empty,
  isPlainObject,
  parse,
  parsePart,
  Problems,
  type Dto,
  type Operation,
  type UnknownMembers,
} from '@chat/contracts';
import { AppError } from '@chat/errors';
import type { Form } from '../uploads/multipart-form';
import { coerceFormTexts } from './form-texts';
import { refuseHostile } from './input-gate.rules';
import { readJsonBody } from './json-text';
import { coerceTexts, type TextValues } from '../texts/text-coercion.rules';

/** The parts of a request, as sent to a service. */
export interface OperationInput {
  params?: object;
  query?: object;
  body?: object;
}

type DeclaredInput = Pick<Operation, 'params' | 'query' | 'body' | 'upload'>;

export interface ReadOptions {
  /** The body, if it is a form. */
  readonly form?: Form | null;
  /** How members of query and body that the operation does not declare are treated; refused by default. */
  readonly unknownMembers?: UnknownMembers;
  /** Query members with fixed values, whatever the client sends. */
  readonly fixedQuery?: Readonly<Record<string, string>>;
}

/** How the parts of a request are read. */
interface Manner {
  readonly problems: Problems;
  readonly unknownMembers: UnknownMembers;
  readonly fixedQuery: Readonly<Record<string, string>>;
}

/** The readable part of an input, and all problems with its query and body. */
export interface Reading {
  /** Without the body if it is not an object. */
  readonly input: OperationInput;
  readonly problems: Problems;
}

/** Like `gatherInput`. @throws AppError `validation_error` for all other problems as well. */
export function readInput(
  operation: DeclaredInput,
  request: FastifyRequest,
  options?: ReadOptions,
): OperationInput {
  const { input, problems } = gatherInput(operation, request, options);
  problems.throwIfAny();
  return input;
}

/**
 * Reads the input of an operation from a request and validates it against the contract.
 * @throws AppError `not_found` for a path that cannot identify a record, `bad_request`, or `validation_error` for input
 * that no service should receive.
 */
export function gatherInput(
  operation: DeclaredInput,
  request: FastifyRequest,
  { form = null, unknownMembers = 'refused', fixedQuery = {} }: ReadOptions = {},
): Reading {
  const params = operation.params && readParams(operation.params, request.params as TextValues);
  const manner: Manner = { problems: form?.problems ?? new Problems(), unknownMembers, fixedQuery };
  const query = readQuery(operation.query ?? Empty, request, manner);
  const body = form
    ? readForm(operation, form, manner)
    : readBody(operation, request.body as Buffer | undefined, manner);
  const { problems } = manner;
  const input = {
    ...(params && { params }),
    ...(operation.query && query && { query }),
    ...(operation.body && body && { body }),
  };
  return { input, problems };
}

/** A path that cannot identify a record gets the same response as one whose record does not exist. */
function readParams(dto: Dto, texts: TextValues): object {
  // The router takes `/v1/contacts/` for a contact whose id is empty.
  if (Object.values(texts).includes('')) {
    const message = 'The path lacks an id. Remove the slash at its end, or put the id there.';
    throw new AppError('not_found', { message });
  }
  try {
    refuseHostile(texts, 'path');
    const values = coerceTexts(dto, texts, new Problems());
    // Each record has exactly one path: 01 is not 1.
    const isCanonical = Object.entries(values).every(([name, value]) => String(value) === texts[name]);
    if (!isCanonical) throw new AppError('not_found');
    return parse(dto, values, 'refused');
  } catch {
    throw new AppError('not_found');
  }
}

function readQuery(
  dto: Dto,
  { url, query }: FastifyRequest,
  { problems, unknownMembers, fixedQuery }: Manner,
): object | null {
  const start = url.indexOf('?');
  const texts = start === -1 ? {} : (query as TextValues);
  if (start !== -1) requirePercentEncoding(url.slice(start));
  refuseHostile(texts, 'query');
  return parsePart(dto, coerceTexts(dto, { ...texts, ...fixedQuery }, problems), unknownMembers, problems);
}

function requirePercentEncoding(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new AppError('bad_request', {
      message: 'The query string is not percent-encoded UTF-8. Encode it that way.',
    });
  }
}

function readBody(
  { body: dto = Empty, upload = {} }: DeclaredInput,
  bytes: Buffer | undefined,
  { problems, unknownMembers }: Manner,
): object | null {
  const value = bytes && bytes.length > 0 ? readJsonBody(bytes) : {};
  return parsePart(dto, withoutFiles(Object.keys(upload), value, problems), unknownMembers, problems);
}

function readForm(
  { body: dto = Empty }: DeclaredInput,
  { texts, files }: Form,
  { problems, unknownMembers }: Manner,
): object | null {
  return parsePart(dto, { ...coerceFormTexts(dto, texts, problems), ...files }, unknownMembers, problems);
}

/** JSON that poses as a stored file could name another client's file. */
function withoutFiles(files: string[], value: unknown, problems: Problems): unknown {
  if (!isPlainObject(value)) return value;
  const rest = { ...value };
  for (const name of files) {
    if (!Object.hasOwn(rest, name) || rest[name] === null) continue;
    problems.add(name, `${name} is a file. Send the request as multipart/form-data.`);
    delete rest[name];
  }
  return rest;
}
