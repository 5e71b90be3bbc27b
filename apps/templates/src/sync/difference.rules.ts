/** Whether a template is otherwise than its row says. Components are compared as they are written. */
export function isOtherwise(row: object, values: object): boolean {
  return Object.entries(values).some(
    ([name, value]) => JSON.stringify(row[name as keyof object]) !== JSON.stringify(value),
  );
}
