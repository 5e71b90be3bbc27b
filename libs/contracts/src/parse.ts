import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { AppError } from '@chat/errors';
import { isTrimmed, nestedType, type Dto } from './fields';

type Problems = Record<string, string[]>;

/** Enough to mend a request; an answer that quotes a whole body would be of no use. */
const MAX_PROBLEMS = 50;

/**
 * Checks a value against a DTO class and returns it as an instance of it. All that is wrong with it is told at once.
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
  const instance = instanceOf(dto, value, '', problems);
  collectViolations(validateSync(instance, { forbidUnknownValues: false }), '', problems);
  if (Object.keys(problems).length > 0) throw new AppError('validation_error', { errors: problems });
  return instance;
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

/**
 * An instance with the members that the class declares; each of the others is a problem. What a client sent in a
 * member that takes no object is not looked into, so neither its size nor its names matter.
 */
function instanceOf<T extends object>(
  dto: Dto<T>,
  value: Record<string, unknown>,
  path: string,
  problems: Problems,
): T {
  const known = memberNames(dto);
  const instance = new dto();
  for (const [name, member] of Object.entries(value)) {
    if (isFull(problems)) break;
    if (!known.has(name)) {
      report(problems, path + name, [`${name} is not a member of this request. Remove it.`]);
      continue;
    }
    Object.assign(instance, { [name]: memberOf(dto, name, member, path + name, problems) });
  }
  return instance;
}

function memberOf(dto: Dto, name: string, value: unknown, path: string, problems: Problems): unknown {
  if (typeof value === 'string' && isTrimmed(dto, name)) return value.trim();
  const type = nestedType(dto, name);
  if (!type) return value;
  const partOf = (item: unknown, itemPath: string) =>
    isObject(item) ? instanceOf(type, item, `${itemPath}.`, problems) : item;
  return Array.isArray(value)
    ? value.map((item, index) => partOf(item, `${path}.${index}`))
    : partOf(value, path);
}

function collectViolations(violations: ValidationError[], path: string, problems: Problems): void {
  for (const { property, constraints, children } of violations) {
    // A nested class adds its own "nested property" sentence, which says nothing to a reader.
    const sentences = Object.entries(constraints ?? {}).filter(([name]) => name !== 'nestedValidation');
    if (sentences.length > 0) {
      report(
        problems,
        path + property,
        sentences.map(([, sentence]) => sentence),
      );
    }
    collectViolations(children ?? [], `${path}${property}.`, problems);
  }
}

function report(problems: Problems, path: string, sentences: string[]): void {
  if (!isFull(problems)) problems[path] = sentences;
}

function isFull(problems: Problems): boolean {
  return Object.keys(problems).length >= MAX_PROBLEMS;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
