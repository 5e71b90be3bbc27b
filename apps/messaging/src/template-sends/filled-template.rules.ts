import { isBlank, Problems } from '@chat/contracts';
import { MAX_TEXT_LENGTH } from '@chat/contracts/connector';
import type { SendTemplate } from '@chat/contracts/messaging';
import type { HeaderFormat, TemplateToSend } from '@chat/contracts/templates';
import { invalid } from '@chat/errors';
import { MAX_JSON_LENGTH } from '../messages/message-content.rules';
import {
  fillIn,
  parametersOf,
  valuesOf,
  type GivenValues,
  type VariableValues,
} from './variable-values.rules';

/** A template with its variables filled in. */
export interface FilledTemplate {
  /** The body as shown to people. */
  text: string | null;
  /** Name, language and components in the provider's format, without the header media, which is added later. */
  template: { name: string; language: { code: string; policy: 'deterministic' }; components: object[] };
}

type Values = GivenValues &
  Pick<
    SendTemplate,
    | 'button_variables'
    | 'header_media_url'
    | 'header_media_file'
    | 'header_media_id'
    | 'media_file'
    | 'filename'
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
  const { button_variables: buttons = [] } = values;
  const isOtp = template.category === 'AUTHENTICATION';
  const body = isOtp ? codeOf(values, problems) : valuesOf('body', template.body, values, problems);
  const header = valuesOf('header', template.header, values, problems);
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
        ...(body.size > 0 ? [{ type: 'body', parameters: parametersOf(template.body, body) }] : []),
        ...(isOtp ? [urlButton(0, body.get('1')!)] : buttonComponents(template, buttons)),
      ],
    },
  };
  requireRoom(filled, template.body?.names ? 'body_named_variables' : 'body_variables');
  return filled;
}

/** Only the values of the body can be so many and so long that they exceed a message's limit. */
function requireRoom({ text, template }: FilledTemplate, member: string): void {
  const isTextTooLong = text !== null && text.length > MAX_TEXT_LENGTH;
  if (!isTextTooLong && JSON.stringify(template).length <= MAX_TEMPLATE_LENGTH) return;
  throw invalid(member, `With ${member} the template would be longer than any message may be. Shorten them.`);
}

function headerComponents(
  { header_format: format, header }: TemplateToSend,
  values: VariableValues,
): object[] {
  const kind = mediaKindOf(format);
  if (kind !== null) return [{ type: 'header', parameters: [{ type: kind, [kind]: {} }] }];
  return values.size > 0 ? [{ type: 'header', parameters: parametersOf(header, values) }] : [];
}

function buttonComponents({ buttons }: TemplateToSend, values: readonly string[]): object[] {
  return buttons.map(({ index, kind, name }, place) =>
    kind === 'url'
      ? urlButton(index, values[place]!, name)
      : {
          type: 'button',
          sub_type: 'copy_code',
          index: String(index),
          parameters: [{ type: 'coupon_code', coupon_code: values[place]! }],
        },
  );
}

function urlButton(index: number, text: string, name?: string): object {
  const parameter = { type: 'text', ...(name !== undefined && { parameter_name: name }), text };
  return { type: 'button', sub_type: 'url', index: String(index), parameters: [parameter] };
}

/** The code of an authentication template, which is the only value of its body. */
function codeOf(
  { body_variables: values = [], body_named_variables: named }: GivenValues,
  problems: Problems,
): VariableValues {
  const [code = ''] = values;
  if (values.length !== 1 || !/^\d{4,8}$/.test(code) || named) {
    problems.add(
      'body_variables',
      'body_variables of an authentication template must be exactly one code of 4 to 8 digits.',
    );
  }
  return new Map([['1', code]]);
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
  const given = (['header_media_url', 'header_media_file', 'media_file', 'header_media_id'] as const).filter(
    (member) => values[member] !== undefined,
  );
  const format = template.header_format;
  if (values.filename !== undefined && format !== 'DOCUMENT') {
    problems.add(
      'filename',
      'The header of the template is no document, so filename does not apply. Remove it.',
    );
  }
  if (mediaKindOf(format) === null) {
    for (const member of given) {
      problems.add(member, `The template has no media header, so ${member} does not apply. Remove it.`);
    }
    return;
  }
  for (const member of given.slice(1)) {
    problems.add(member, `Send the media of the header once: remove ${given[0]} or ${member}.`);
  }
  if (given.length === 0 && !template.sample && !template.sample_url) {
    problems.add(
      'header_media_url',
      `The template has a header of the format ${format}, and no sample is kept here. ` +
        'Send header_media_url, header_media_file or header_media_id.',
    );
  }
}
