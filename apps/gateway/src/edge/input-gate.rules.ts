import { shortened, unknownMember } from '@chat/contracts';
import { invalid } from '@chat/errors';

/** Members that every JavaScript object seems to have. No request has one of these names. */
const inheritedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** What is wrong, and the names that lead to it, the innermost first. */
interface Fault {
  names: string[];
  sentence: (path: string) => string;
}

/**
 * Refuses what no service must meet, wherever it stands: numbers that are not exact (integers beyond 2^53-1, 1e400),
 * NUL characters, halves of surrogate pairs and inherited member names. The value has passed `weighJson`, so neither its
 * depth nor its size is a danger.
 * @param root what to call the value itself, as in `body`.
 * @throws AppError `validation_error` naming the first such member.
 */
export function refuseHostile(value: unknown, root: string): void {
  const fault = faultOf(value);
  if (!fault) return;
  const path = shortened(fault.names.reverse().join('.')) || root;
  throw invalid(path, fault.sentence(path));
}

/** The path is built on the way back, and only from where something is wrong. */
function faultOf(value: unknown): Fault | null {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value === 'number') return faultOfNumber(value);
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const fault = faultOf(value[index]);
      if (fault) return within(fault, String(index));
    }
    return null;
  }
  for (const name of Object.keys(value)) {
    const fault = faultOfName(name) ?? faultOf((value as Record<string, unknown>)[name]);
    if (fault) return within(fault, name);
  }
  return null;
}

function within(fault: Fault, name: string): Fault {
  fault.names.push(name);
  return fault;
}

function faultOfName(name: string): Fault | null {
  if (inheritedNames.has(name)) return { names: [], sentence: () => unknownMember(name) };
  return faultOfText(name);
}

function faultOfText(text: string): Fault | null {
  if (text.includes('\0')) return fault((path) => `${path} must not contain NUL characters.`);
  if (/\p{Surrogate}/u.test(text))
    return fault((path) => `${path} must not contain half of a surrogate pair.`);
  return null;
}

function faultOfNumber(value: number): Fault | null {
  const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  return isExact ? null : fault((path) => `${path} must not be greater than 2^53-1 or less than -(2^53-1).`);
}

function fault(sentence: Fault['sentence']): Fault {
  return { names: [], sentence };
}
