import { memberPart, type Dto } from './member';

const classWords = new WeakMap<object, string>();

/** Adds a description of a DTO class or member to the documentation, where its name is not enough. */
export function About(words: string): ClassDecorator & PropertyDecorator {
  return (target: object, member?: string | symbol) => {
    if (member === undefined) classWords.set(target, words);
    else memberPart({ about: words })(target, member);
  };
}

/** Sets the default of a member: `parse` fills it in when the member is absent, and the documentation shows it. */
export function Default(value: string | number | boolean): PropertyDecorator {
  return memberPart({ standard: value });
}

/**
 * Sets the value that the documentation's examples show. Without it, an optional member is omitted, a nullable one is
 * null, and any other gets a value that its kind allows.
 */
export function Example(value: unknown): PropertyDecorator {
  return memberPart({ example: value });
}

/** Returns the description of a class, if it has one. */
export function aboutOf(dto: Dto): string | undefined {
  return classWords.get(dto);
}
