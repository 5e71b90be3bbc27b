/** The key under which a type is kept, from the name that somebody gave it: short, and the same for the same name. */
export function keyOfType(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words?.join('_') ?? name.trim()).slice(0, 50);
}
