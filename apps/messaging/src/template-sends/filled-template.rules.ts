import { isBlank, Problems } from '@chat/contracts';
import { MAX_TEXT_LENGTH } from '@chat/contracts/connector';
import type { SendTemplate } from '@chat/contracts/messaging';
import type { HeaderFormat, TemplateToSend } from '@chat/contracts/templates';
import { invalid } from '@chat/errors';
import { MAX_JSON_LENGTH } from '../messages/message-content.rules';

/** A template with its variables filled in. */
export interface FilledTemplate {
  /** The body as shown to people. */
  text: string | null;
  /** Name, language and components in the provider's format, without the header media, which is added later. */
  template: { name: string; language: { code: string; policy: 'deterministic' }; components: object[] };
}

type Values = Pick<
  SendTemplate,
  | 'body_variables'
  | 'header_variables'
  | 'button_variables'
  | 'header_media_url'
  | 'header_media_file'
  | 'media_file'
>;

/**
 * The maximum size of a message besides its text, minus the header media. The provider accepts no template as long as
 * this.
 */
const MAX_TEMPLATE_LENGTH = MAX_JSON_LENGTH - 2_048;
const MAX_URL = 2_000;
const MAX_CODE = 15;

/** The kind of media in a header, in the provider's terms; null if it has none. */
export function mediaKindOf(format: HeaderFormat): 'document' | 'image' | 'video' | null {
  switch (format) {
    case 'DOCUMENT':
      return 'document';
    case 'IMAGE':
      return 'image';
    case 'VIDEO':
      return 'video';
    case 'NONE':
    case 'TEXT':
      return null;
  }
}

/** Fills in a template's variables. @throws AppError `validation_error` with all problems of the values, by member. */
export function fillTemplate(template: TemplateToSend, values: Values): FilledTemplate {
  const problems = new Problems();
  const { body_variables: body = [], header_variables: header = [], button_variables: buttons = [] } = values;
  const isOtp = template.category === 'AUTHENTICATION';
  if (isOtp) codeProblems(body, problems);
  else
    variableProblems('body_variables', body, template.body?.count ?? 0, 'the body of the template', problems);
  const headerCount = template.header?.count ?? 0;
  variableProblems('header_variables', header, headerCount, 'the header of the template', problems);
  buttonProblems(template, buttons, problems);
  mediaProblems(template, values, problems);
  problems.throwIfAny();
  const filled = {
    text: template.body && fillIn(template.body.text, body),
    template: {
      name: template.name,
      language: { code: template.language, policy: 'deterministic' as const },
      components: [
        ...headerComponents(template, header),
        ...(body.length > 0 ? [{ type: 'body', parameters: body.map(textParameter) }] : []),
        ...(isOtp ? [urlButton(0, body[0]!)] : buttonComponents(template, buttons)),
      ],
    },
  };
  requireRoom(filled);
  return filled;
}

/** Only the values of the body can be so many and so long that they exceed a message's limit. */
function requireRoom({ text, template }: FilledTemplate): void {
  const isTextTooLong = text !== null && text.length > MAX_TEXT_LENGTH;
  if (!isTextTooLong && JSON.stringify(template).length <= MAX_TEMPLATE_LENGTH) return;
  throw invalid(
    'body_variables',
    'With body_variables the template would be longer than any message may be. Shorten them.',
  );
}

function headerComponents({ header_format: format }: TemplateToSend, values: readonly string[]): object[] {
  const kind = mediaKindOf(format);
  if (kind !== null) return [{ type: 'header', parameters: [{ type: kind, [kind]: {} }] }];
  return values.length > 0 ? [{ type: 'header', parameters: values.map(textParameter) }] : [];
}

function buttonComponents({ buttons }: TemplateToSend, values: readonly string[]): object[] {
  return buttons.map(({ index, kind }, place) =>
    kind === 'url'
      ? urlButton(index, values[place]!)
      : {
          type: 'button',
          sub_type: 'copy_code',
          index: String(index),
          parameters: [{ type: 'coupon_code', coupon_code: values[place]! }],
        },
  );
}

function urlButton(index: number, text: string): object {
  return { type: 'button', sub_type: 'url', index: String(index), parameters: [textParameter(text)] };
}

function textParameter(text: string): object {
  return { type: 'text', text };
}

function codeProblems(values: readonly string[], problems: Problems): void {
  if (values.length === 1 && /^\d{4,8}$/.test(values[0]!)) return;
  problems.add(
    'body_variables',
    'body_variables of an authentication template must be exactly one code of 4 to 8 digits.',
  );
}

function variableProblems(
  member: string,
  values: readonly string[],
  count: number,
  what: string,
  problems: Problems,
): void {
  if (values.length !== count) {
    problems.add(
      member,
      `${member} must be one text for each variable of ${what}: ${count}, not ${values.length}.`,
    );
  }
  values.forEach((value, index) => {
    const sentence = valueProblem(value);
    if (sentence !== null) problems.add(`${member}.${index}`, sentence);
  });
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

function buttonProblems({ buttons }: TemplateToSend, values: readonly string[], problems: Problems): void {
  if (values.length !== buttons.length) {
    problems.add(
      'button_variables',
      'button_variables must be one text for each button of the template that takes one: ' +
        `${buttons.length}, not ${values.length}.`,
    );
  }
  values.forEach((value, place) => {
    const button = buttons[place];
    const path = `button_variables.${place}`;
    if (isBlank(value) || /\s/.test(value)) {
      problems.add(path, 'The value of a button must be text without white space.');
    } else if (button?.kind === 'copy_code' && value.length > MAX_CODE) {
      problems.add(path, `A code to copy can have at most ${MAX_CODE} characters.`);
    } else if (button?.kind === 'url' && button.prefix.length + value.length > MAX_URL) {
      problems.add(
        path,
        `The URL of the button would be longer than ${MAX_URL} characters. Send a shorter end.`,
      );
    }
  });
}

function mediaProblems(template: TemplateToSend, values: Values, problems: Problems): void {
  const given = (['header_media_url', 'header_media_file', 'media_file'] as const).filter(
    (member) => values[member] !== undefined,
  );
  const format = template.header_format;
  if (mediaKindOf(format) === null) {
    for (const member of given) {
      problems.add(member, `The template has no media header, so ${member} does not apply. Remove it.`);
    }
    return;
  }
  for (const member of given.slice(1)) {
    problems.add(member, `Send the media of the header once: remove ${given[0]} or ${member}.`);
  }
  if (given.length === 0 && !template.sample) {
    problems.add(
      'header_media_url',
      `The template has a header of the format ${format}, and no sample is kept here. ` +
        'Send header_media_url or header_media_file.',
    );
  }
}

function fillIn(text: string, values: readonly string[]): string {
  return text.replaceAll(
    /\{\{(\d+)\}\}/g,
    (variable, number: string) => values[Number(number) - 1] ?? variable,
  );
}
