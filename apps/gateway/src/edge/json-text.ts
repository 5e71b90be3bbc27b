import { isUtf8 } from 'node:buffer';
import { AppError, invalid } from '@chat/errors';
import { refuseHostile } from './input-gate.rules';
import { MAX_DEPTH, MAX_VALUES, weighJson } from './json-weight.rules';

/**
 * Reads JSON that a client sent.
 * @param root what to call it, as in `body`.
 * @throws AppError `bad_request` for what is no JSON, `validation_error` for JSON that no service should see.
 */
export function readJson(bytes: Buffer, root: string): unknown {
  if (!isUtf8(bytes)) {
    throw new AppError('bad_request', { message: `The ${root} is not UTF-8. Encode it so.` });
  }
  const { values, depth } = weighJson(bytes);
  if (depth > MAX_DEPTH) throw invalid(root, `${root} must nest at most ${MAX_DEPTH} levels.`);
  if (values > MAX_VALUES) throw invalid(root, `${root} must hold at most ${MAX_VALUES} values.`);
  const value = parseJson(bytes.toString(), root);
  refuseHostile(value, root);
  return value;
}

function parseJson(text: string, root: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', { message: `The ${root} is not JSON. Check its syntax.` });
  }
}
