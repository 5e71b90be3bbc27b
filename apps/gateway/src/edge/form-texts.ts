import { membersOf, type Dto, type Problems } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { refuseHostile } from './input-gate.rules';
import { parseBounded } from './json-text';
import { coerceTexts, type TextValues } from '../texts/text-coercion.rules';

/**
 * Converts the text parts of a form to the types that the DTO class declares. Members that are objects, lists or
 * arbitrary JSON are parsed as JSON. A file must be a part of its own: a text could name another client's file.
 * @throws AppError `validation_error` for input that no service should receive.
 */
export function coerceFormTexts(dto: Dto, texts: TextValues, problems: Problems): Record<string, unknown> {
  refuseHostile(texts, 'form');
  const members = membersOf(dto);
  return coerceTexts(dto, texts, problems, (text, name) => {
    if (!members.get(name)?.kind.isFile) return readJsonPart(text, name, problems);
    problems.add(name, `${name} is a file. Send it as a part with a filename.`);
    return undefined;
  });
}

function readJsonPart(text: string, name: string, problems: Problems): unknown {
  try {
    const value = parseBounded(Buffer.from(text), name);
    refuseHostile({ [name]: value }, 'form');
    return value;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error;
    problems.add(name, `${name} is not JSON. Check its syntax.`);
    return undefined;
  }
}
