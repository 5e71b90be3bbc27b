import 'reflect-metadata';
import type { Dto } from './fields';

const ABOUT = 'chat:about';
const DEFAULT = 'chat:default';

/** Words for the documentation of a DTO class or a member, where the name is not enough. */
export const About = (words: string) => Reflect.metadata(ABOUT, words);

/** What counts when the member is left out. It tells the documentation; the service does it. */
export const Default = (value: string | number | boolean) => Reflect.metadata(DEFAULT, value);

/** The words on a class, or on one of its members. */
export function aboutOf(dto: Dto, member?: string): string | undefined {
  const words: unknown =
    member === undefined
      ? Reflect.getOwnMetadata(ABOUT, dto)
      : Reflect.getMetadata(ABOUT, dto.prototype as object, member);
  return words as string | undefined;
}

/** What counts when a member is left out, if that is told. */
export function defaultOf(dto: Dto, member: string): unknown {
  return Reflect.getMetadata(DEFAULT, dto.prototype as object, member);
}
