import { isDeepStrictEqual } from 'node:util';

/** Any part of an OpenAPI document. */
export type Json = Record<string, unknown>;

type Section = 'schemas' | 'responses';

/** The named components of a document, each defined once. */
export class Components {
  private readonly sections: Record<Section, Map<string, Json>> = {
    schemas: new Map(),
    responses: new Map(),
  };

  /** Adds a component under its name and returns a reference to it. */
  add(section: Section, name: string, part: Json): Json {
    const known = this.sections[section].get(name);
    if (known && !isDeepStrictEqual(known, part))
      throw new Error(`Two different ${section} are named ${name}.`);
    this.sections[section].set(name, part);
    return reference(section, name);
  }

  print(): Record<Section, Json> {
    const { schemas, responses } = this.sections;
    return {
      schemas: sorted(Object.fromEntries(schemas)),
      responses: sorted(Object.fromEntries(responses)),
    };
  }
}

/** Returns a reference to a named component of the document. */
export function reference(section: string, name: string): Json {
  return { $ref: `#/components/${section}/${name}` };
}

/** Returns the entries sorted by name, so that the output does not depend on the order in which the code adds them. */
export function sorted<T>(parts: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
