import { MODULE_METADATA } from '@nestjs/common/constants';
import { PATTERN_METADATA } from '@nestjs/microservices/constants';
import { operations } from '@chat/contracts/table';
import { services } from '@chat/standalone';

type Class = new (...args: never[]) => object;

/** The controllers of a module and of all modules that it imports. */
function controllersOf(module: Class, seen = new Set<Class>()): Class[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const read = (key: string) => (Reflect.getMetadata(key, module) as Class[] | undefined) ?? [];
  const imported = read(MODULE_METADATA.IMPORTS).flatMap((inner) => controllersOf(inner, seen));
  return [...read(MODULE_METADATA.CONTROLLERS), ...imported];
}

/** The subjects that a controller's methods handle. */
function subjectsOf({ prototype }: Class): string[] {
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = (prototype as Record<string, unknown>)[name];
    return (Reflect.getMetadata(PATTERN_METADATA, method as object) as string[] | undefined) ?? [];
  });
}

const handled = services.map(({ name, module }) => ({
  name,
  subjects: controllersOf(module).flatMap(subjectsOf),
}));

describe('the handlers of all services', () => {
  it('are exactly one for every operation of the table that the gateway does not answer itself', () => {
    const subjects = handled.flatMap((service) => service.subjects);
    expect(subjects.sort()).toEqual(
      operations.flatMap(({ subject, stream }) => (stream ? [] : [subject])).sort(),
    );
  });

  it('are in the service that the subject names', () => {
    for (const { name, subjects } of handled) {
      expect(subjects.filter((subject) => !subject.startsWith(`rpc.${name}.`))).toEqual([]);
    }
  });
});
