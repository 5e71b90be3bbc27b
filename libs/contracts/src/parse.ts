import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { AppError } from '@chat/errors';
import { nestedType, type Dto } from './fields';

type Problems = Record<string, string[]>;

/** Enough to mend a request; an answer that quotes a whole body would be of no use. */
const MAX_PROBLEMS = 50;

/**
 * Checks a value against a DTO class and returns it as an instance of it.
 * Strict: a member that the class does not declare is a problem, whatever its name (class-validator's own
 * `forbidNonWhitelisted` lets `constructor` and `__proto__` through).
 * @throws AppError `validation_error` with one list of sentences a member.
 */
export function parse<T extends object>(dto: Dto<T>, value: unknown): T {
  if (!isObject(value)) {
    throw new AppError('validation_error', { errors: { body: ['Send a JSON object.'] } });
  }
  // Without a prototype, so that a member named __proto__ is listed like any other.
  const problems = Object.create(null) as Problems;
  collectUnknownMembers(dto, value, '', problems);
  if (Object.keys(problems).length === 0) {
    const instance = plainToInstance(dto, value, { exposeDefaultValues: true });
    collectViolations(validateSync(instance, { forbidUnknownValues: false }), '', problems);
    if (Object.keys(problems).length === 0) return instance;
  }
  throw new AppError('validation_error', { errors: problems });
}

/** The names of the members that a DTO class declares. */
export function memberNames(dto: Dto): ReadonlySet<string> {
  let names = memberNamesOf.get(dto);
  if (!names) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
    names = new Set(metadata.map((entry) => entry.propertyName));
    memberNamesOf.set(dto, names);
  }
  return names;
}

const memberNamesOf = new Map<Dto, ReadonlySet<string>>();

function collectUnknownMembers(
  dto: Dto,
  value: Record<string, unknown>,
  path: string,
  problems: Problems,
): void {
  const known = memberNames(dto);
  for (const [name, member] of Object.entries(value)) {
    if (Object.keys(problems).length === MAX_PROBLEMS) return;
    if (!known.has(name)) {
      problems[path + name] = [`${name} is not a member of this request. Remove it.`];
      continue;
    }
    const type = nestedType(dto, name);
    if (!type) continue;
    for (const [index, item] of (Array.isArray(member) ? member : [member]).entries()) {
      const itemPath = Array.isArray(member) ? `${path}${name}.${index}.` : `${path}${name}.`;
      if (isObject(item)) collectUnknownMembers(type, item, itemPath, problems);
    }
  }
}

function collectViolations(violations: ValidationError[], path: string, problems: Problems): void {
  for (const { property, constraints, children } of violations) {
    // A nested class adds its own "nested property" sentence, which says nothing to a reader.
    const sentences = Object.entries(constraints ?? {}).filter(([name]) => name !== 'nestedValidation');
    if (sentences.length > 0) problems[path + property] = sentences.map(([, sentence]) => sentence);
    collectViolations(children ?? [], `${path}${property}.`, problems);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
