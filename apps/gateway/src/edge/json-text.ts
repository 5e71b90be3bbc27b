import { isUtf8 } from 'node:buffer';
import { AppError, invalid } from '@chat/errors';
import { refuseHostile } from './input-gate.rules';
import { placeOfError } from './json-place.rules';
import { MAX_DEPTH, MAX_VALUES, weighJson } from './json-weight.rules';

/**
 * Parses a JSON body.
 * @throws AppError `bad_request` for invalid JSON, `validation_error` for JSON that no service should receive.
 */
export function readJsonBody(bytes: Buffer): unknown {
  const value = parseBounded(bytes, 'body');
  refuseHostile(value, 'body');
  return value;
}

/**
 * Parses JSON within the limits of depth and size.
 * @param root the name of the value.
 * @throws AppError `bad_request` for invalid JSON, `validation_error` for JSON beyond the limits.
 */
export function parseBounded(bytes: Buffer, root: string): unknown {
  if (!isUtf8(bytes)) {
    throw new AppError('bad_request', { message: `The ${root} is not UTF-8. Encode it as UTF-8.` });
  }
  const { values, depth } = weighJson(bytes);
  if (depth > MAX_DEPTH) throw invalid(root, `${root} must be nested at most ${MAX_DEPTH} levels deep.`);
  if (values > MAX_VALUES) throw invalid(root, `${root} must contain at most ${MAX_VALUES} values.`);
  return parseJson(bytes.toString(), root);
}

/** A byte order mark is no part of the JSON (RFC 8259, 8.1). Some programs of Windows write one. */
function parseJson(text: string, root: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    const { line, column } = placeOfError(json);
    const message = `The ${root} is not JSON: line ${line}, column ${column}. Check its syntax there.`;
    throw new AppError('bad_request', { message });
  }
}
