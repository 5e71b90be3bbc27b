import { isBlank, type Problems } from '@chat/contracts';
import type { SendTemplate } from '@chat/contracts/messaging';
import type { VariableText } from '@chat/contracts/templates';

/** The value of each variable of a text, by its name or number, in the order of the variables. */
export type VariableValues = ReadonlyMap<string, string>;

export type GivenValues = Pick<
  SendTemplate,
  'body_variables' | 'body_named_variables' | 'header_variables' | 'header_named_variables'
>;

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the values that a request gives for a part of a template. Adds the problems of these values, by member. */
export function valuesOf(
  part: 'body' | 'header',
  text: VariableText | null,
  given: GivenValues,
  problems: Problems,
): VariableValues {
  const listed = given[`${part}_variables`] ?? [];
  const named = given[`${part}_named_variables`] ?? {};
  const values = text?.names
    ? namedValues({ part, names: text.names, listed, named }, problems)
    : listedValues({ part, count: text?.count ?? 0, listed, named }, problems);
  for (const [path, value] of values.paths) {
    const sentence = valueProblem(value);
    if (sentence !== null) problems.add(path, sentence);
  }
  return values.values;
}

/** Returns a text as people read it. */
export function fillIn(text: string, values: VariableValues): string {
  return text.replaceAll(VARIABLE, (variable, name: string) => values.get(name) ?? variable);
}

/** Returns values in the provider's format, which repeats the names of variables that have any. */
export function parametersOf(text: VariableText | null, values: VariableValues): object[] {
  return [...values].map(([name, value]) => ({
    type: 'text',
    ...(text?.names && { parameter_name: name }),
    text: value,
  }));
}

interface Checked {
  values: VariableValues;
  /** Each value with the path by which a problem names it. */
  paths: [string, string][];
}

function listedValues(
  {
    part,
    count,
    listed,
    named,
  }: { part: string; count: number; listed: readonly string[]; named: Readonly<Record<string, string>> },
  problems: Problems,
): Checked {
  const member = `${part}_variables`;
  if (listed.length !== count) {
    problems.add(
      member,
      `${member} must be one text for each variable of the ${part} of the template: ${count}, not ${listed.length}.`,
    );
  }
  if (Object.keys(named).length > 0) {
    problems.add(
      `${part}_named_variables`,
      `The ${part} of the template has no named variables. Send ${member} for numbered ones.`,
    );
  }
  return {
    values: new Map(listed.map((value, index) => [String(index + 1), value])),
    paths: listed.map((value, index) => [`${member}.${index}`, value]),
  };
}

function namedValues(
  {
    part,
    names,
    listed,
    named,
  }: {
    part: string;
    names: readonly string[];
    listed: readonly string[];
    named: Readonly<Record<string, string>>;
  },
  problems: Problems,
): Checked {
  const member = `${part}_named_variables`;
  const given = new Map(Object.entries(named));
  const missing = names.filter((name) => !given.has(name));
  if (missing.length > 0) {
    problems.add(
      member,
      `${member} must have a text for each variable of the ${part} of the template. Add ${missing.join(', ')}.`,
    );
  }
  for (const name of given.keys()) {
    if (!names.includes(name))
      problems.add(`${member}.${name}`, `The ${part} of the template has no such variable. Remove it.`);
  }
  if (listed.length > 0) {
    problems.add(`${part}_variables`, `The variables of the template have names. Send ${member} instead.`);
  }
  return {
    values: new Map(names.map((name) => [name, given.get(name) ?? ''])),
    paths: [...given].map(([name, value]) => [`${member}.${name}`, value]),
  };
}

/** The provider accepts only single-line values without wide gaps. */
function valueProblem(value: string): string | null {
  if (isBlank(value)) return 'The value of a variable must not be blank.';
  if (/[\r\n\t]/.test(value))
    return 'The value of a variable cannot contain line breaks or tabs. Remove them.';
  return / {5}/.test(value)
    ? 'The value of a variable can contain at most 4 spaces in a row. Remove some.'
    : null;
}
