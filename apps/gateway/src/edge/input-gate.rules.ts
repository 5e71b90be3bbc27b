import { shortened, unknownMember } from '@chat/contracts';
import { invalid } from '@chat/errors';

/** The member names that every JavaScript object inherits. No request has a member with one of these names. */
const inheritedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** A fault and the path to it, innermost name first. */
interface Fault {
  names: string[];
  sentence: (path: string) => string;
}

/**
 * Refuses values that no service should receive, at any depth: inexact numbers (integers beyond 2^53-1, 1e400), NUL
 * characters, lone surrogates and inherited member names. The value has passed `weighJson`, so its depth and size are
 * bounded.
 * @param root the name of the value itself, such as `body`.
 * @throws AppError `validation_error` naming the first such member.
 */
export function refuseHostile(value: unknown, root: string): void {
  const fault = faultOf(value);
  if (!fault) return;
  const path = shortened(fault.names.reverse().join('.')) || root;
  throw invalid(path, fault.sentence(path));
}

/** The path is built on the way back, and only if there is a fault. */
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
