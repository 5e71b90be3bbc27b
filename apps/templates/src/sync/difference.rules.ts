/** Returns whether a template differs from its row. Components are compared as JSON text. */
export function isOtherwise(row: object, values: object): boolean {
  return Object.entries(values).some(
    ([name, value]) => JSON.stringify(row[name as keyof object]) !== JSON.stringify(value),
  );
}
