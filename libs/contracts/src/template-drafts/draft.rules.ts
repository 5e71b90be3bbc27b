import { isBlank } from '../blank';
import type { HeaderFormat, TemplateButton, TemplateCategory } from '../templates';
import { buttonProblems } from './buttons.rules';
import type { DraftFindings } from './draft-findings';
import { languages } from './languages';
import { otpProblems } from './otp.rules';
import { variableProblems, variablesOf } from './variables.rules';

/** The members by which a request supplies the sample of a media header. */
export const sampleMembers = ['header_media_url', 'header_media_id', 'header_media_file'] as const;

/** A template as requested. */
export interface Draft {
  name: string;
  language: string;
  category: TemplateCategory;
  header_format: HeaderFormat;
  header_text: string | null;
  header_example: string | null;
  /** The members that supply a sample for a media header, in request order; `sample` stands for the kept one. */
  samples: readonly ((typeof sampleMembers)[number] | 'sample')[];
  body: string | null;
  body_examples: readonly string[];
  footer: string | null;
  buttons: readonly TemplateButton[];
  add_security_recommendation: boolean | null;
  code_expiration_minutes: number | null;
}

export const MAX_HEADER = 60;
export const MAX_BODY = 1_024;
export const MAX_FOOTER = 60;
const MAX_EXAMPLE = 200;

/** Checks a draft against the provider's rules, and adds everything that is wrong with it. */
export function checkDraft(draft: Draft, problems: DraftFindings): void {
  nameProblems(draft, problems);
  if (draft.category === 'AUTHENTICATION') return otpProblems(draft, problems);
  headerProblems(draft, problems);
  sampleProblems(draft, problems);
  bodyProblems(draft, problems);
  exampleProblems(draft, problems);
  footerProblems(draft, problems);
  buttonProblems(draft.buttons, problems);
  if (problems.isBroken('category')) return;
  for (const member of ['add_security_recommendation', 'code_expiration_minutes'] as const) {
    if (draft[member] !== null) {
      problems.add(member, `${member} is only for AUTHENTICATION templates. Remove it.`);
    }
  }
}

/** Returns whether a header shows a file. */
export function isMediaHeader(format: string): format is 'IMAGE' | 'VIDEO' | 'DOCUMENT' {
  return format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT';
}

function nameProblems({ name, language }: Draft, problems: DraftFindings): void {
  if (!/^[a-z0-9_]{1,512}$/.test(name)) {
    problems.add('name', 'name must be 1 to 512 lowercase letters, digits and underscores.');
  }
  if (!languages.has(language)) {
    problems.add(
      'language',
      'language must be a code that the provider supports, such as en, en_US or pt_BR.',
    );
  }
}

function headerProblems(draft: Draft, problems: DraftFindings): void {
  const { header_format: format, header_text: text, header_example: example } = draft;
  const isFormatKnown = !problems.isBroken('header_format');
  if (isFormatKnown && format !== 'TEXT') {
    if (text !== null) problems.add('header_text', 'header_text needs header_format TEXT. Remove one.');
    if (example !== null)
      problems.add('header_example', 'header_example needs header_format TEXT. Remove one.');
  } else if (text !== null && !isBlank(text)) {
    if (!problems.isBroken('header_text')) headerTextProblems(text, example, problems);
  } else if (isFormatKnown) {
    problems.add('header_text', 'header_text is required if header_format is TEXT.');
  }
}

function headerTextProblems(text: string, example: string | null, problems: DraftFindings): void {
  const length = [...text].length;
  if (length > MAX_HEADER) {
    problems.add('header_text', `header_text has ${length} characters. Use ${MAX_HEADER} at most.`);
  }
  const bare = text.replaceAll(/\{\{[^{}]*\}\}/g, (braced) => ' '.repeat(braced.length));
  const odd = /[\r\n*_~`\p{Extended_Pictographic}]/u.exec(bare);
  if (odd) {
    const place = [...text.slice(0, odd.index)].length + 1;
    problems.add(
      'header_text',
      `header_text has a line break, an emoji or formatting (* _ ~ \`) at character ${place}. Remove it.`,
    );
  }
  for (const sentence of variableProblems('header_text', text)) problems.add('header_text', sentence);
  const count = variablesOf(text).length;
  if (count > 1) problems.add('header_text', `header_text has ${count} variables. Use one at most.`);
  if (count > 0 && (example === null || isBlank(example))) {
    problems.add('header_example', 'header_example is required for the variable of header_text.');
  }
  if (count === 0 && example !== null) {
    problems.add('header_example', 'header_example needs a variable {{1}} in header_text. Remove one.');
  }
}

function sampleProblems({ header_format: format, samples }: Draft, problems: DraftFindings): void {
  const given = samples.filter((member) => member !== 'sample');
  const isFormatKnown = !problems.isBroken('header_format');
  if (isFormatKnown && !isMediaHeader(format)) {
    for (const member of given) {
      problems.add(member, `${member} needs header_format IMAGE, VIDEO or DOCUMENT. Remove one.`);
    }
    return;
  }
  const isReadable = !problems.isBroken('header_media_id') && !problems.isBroken('header_media_file');
  if (isFormatKnown && samples.length === 0 && isReadable) {
    problems.add(
      'header_media_url',
      `A header of format ${format} needs a sample: send header_media_url, header_media_id or header_media_file.`,
    );
  }
  if (given.length > 1) {
    problems.add(given.at(-1)!, `Send only one of ${given.join(' and ')}.`);
  }
}

function bodyProblems({ body }: Draft, problems: DraftFindings): void {
  if (body === null || isBlank(body)) {
    // An authentication template has no body.
    if (problems.isBroken('category')) return;
    problems.add('body', `body is required. It must be text of 1 to ${MAX_BODY} characters.`);
    return;
  }
  const length = [...body].length;
  if (length > MAX_BODY) problems.add('body', `body has ${length} characters. Use ${MAX_BODY} at most.`);
  for (const sentence of variableProblems('body', body)) problems.add('body', sentence);
}

function exampleProblems({ body, body_examples: examples }: Draft, problems: DraftFindings): void {
  const count = variablesOf(body ?? '').length;
  if (examples.length !== count && !problems.isBroken('body')) {
    problems.add(
      'body_examples',
      `body_examples must be one text for each variable of body: ${count}, not ${examples.length}.`,
    );
  }
  if (problems.isBroken('body_examples')) return;
  examples.forEach((example, index) => {
    if (isBlank(example) || [...example].length > MAX_EXAMPLE) {
      problems.add(`body_examples.${index}`, `Each example must be text of 1 to ${MAX_EXAMPLE} characters.`);
    }
  });
}

function footerProblems({ footer }: Draft, problems: DraftFindings): void {
  if (footer === null) return;
  const length = [...footer].length;
  if (isBlank(footer)) problems.add('footer', 'footer must not be blank. Write a text, or remove it.');
  if (length > MAX_FOOTER)
    problems.add('footer', `footer has ${length} characters. Use ${MAX_FOOTER} at most.`);
  const variable = footer.search(/\{\{/);
  if (variable >= 0) {
    problems.add(
      'footer',
      `footer has a variable at character ${[...footer.slice(0, variable)].length + 1}. Remove it.`,
    );
  }
}
