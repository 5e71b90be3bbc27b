/**
 * Returns where a value has a member, or a type of it, that none of the examples has: `entry[].time number`. An example in a list
 * stands for all elements.
 */
export function strangeMembers(value: unknown, examples: readonly unknown[]): string[] {
  const known = new Set(examples.flatMap((example) => membersOf(example, '')));
  return [...new Set(membersOf(value, '').filter((member) => !known.has(member)))];
}

function membersOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((element) => membersOf(element, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path} ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, member]) =>
    membersOf(member, path === '' ? name : `${path}.${name}`),
  );
}
