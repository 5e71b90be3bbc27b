import { AppError, invalid } from '@chat/errors';

/** How deep JSON may nest; an object without members that are objects is one level. */
const MAX_DEPTH = 32;

/** Members that every JavaScript object seems to have. No request has one of these names. */
const inheritedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/**
 * Refuses what no service must meet, wherever it stands: numbers that are not exact (integers beyond 2^53-1, 1e400),
 * NUL characters, halves of surrogate pairs, inherited member names, and nesting deeper than 32 levels (so that its
 * own recursion ends there).
 * @param root what to call the value itself, as in `body`.
 * @throws AppError `validation_error` naming the first such member.
 */
export function refuseHostile(value: unknown, root: string): void {
  check(value, '', root, 0);
}

function check(value: unknown, path: string, root: string, depth: number): void {
  if (typeof value === 'string') return checkText(value, path || root);
  if (typeof value === 'number') return checkNumber(value, path || root);
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw invalid(root, `${root} must nest at most ${MAX_DEPTH} levels.`);
  for (const [name, member] of Object.entries(value)) {
    const memberPath = path ? `${path}.${name}` : name;
    if (inheritedNames.has(name)) throw unknownMember(memberPath, name);
    checkText(name, memberPath);
    check(member, memberPath, root, depth + 1);
  }
}

function checkText(text: string, path: string): void {
  if (text.includes('\0')) throw invalid(path, `${path} must not contain NUL characters.`);
  if (/\p{Surrogate}/u.test(text)) throw invalid(path, `${path} must not contain half of a surrogate pair.`);
}

function checkNumber(value: number, path: string): void {
  const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  if (!isExact) throw invalid(path, `${path} must not be greater than 2^53-1 or less than -(2^53-1).`);
}

function unknownMember(path: string, name: string): AppError {
  return invalid(path, `${name} is not a member of this request. Remove it.`);
}
