import { memberPart, type Dto } from './member';

const classWords = new WeakMap<object, string>();

/** Words for the documentation of a DTO class or a member, where the name is not enough. */
export function About(words: string): ClassDecorator & PropertyDecorator {
  return (target: object, member?: string | symbol) => {
    if (member === undefined) classWords.set(target, words);
    else memberPart({ about: words })(target, member);
  };
}

/** What counts when the member is left out: `parse` fills it in, and the documentation shows it. */
export function Default(value: string | number | boolean): PropertyDecorator {
  return memberPart({ standard: value });
}

/**
 * The value in the examples of the documentation. Without one a member that may be absent is left out of them, one that
 * may be null is null, and any other has a value that its kind allows.
 */
export function Example(value: unknown): PropertyDecorator {
  return memberPart({ example: value });
}

/** The words on a class. */
export function aboutOf(dto: Dto): string | undefined {
  return classWords.get(dto);
}
