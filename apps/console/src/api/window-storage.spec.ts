import { keep, keepFor, kept } from './window-storage';

describe('what is kept for a window', () => {
  const items = new Map<string, string>();

  beforeAll(() => {
    const sessionStorage = {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, text: string) => items.set(name, text),
      removeItem: (name: string) => items.delete(name),
    };
    Object.assign(globalThis, { sessionStorage });
  });

  it('is there for whoever kept it, and for nobody else who signs in there', () => {
    keepFor(1);
    keep('draft-7', 'Not for others');
    keepFor(2);
    expect(kept('draft-7')).toBe('');
    keepFor(1);
    expect(kept('draft-7')).toBe('Not for others');
    keep('draft-7', '');
    expect(items.size).toBe(0);
  });
});
