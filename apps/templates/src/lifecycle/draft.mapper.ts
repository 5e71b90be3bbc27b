import type { CreateTemplate, TemplateCategory, UpdateTemplate } from '@chat/contracts/templates';
import { headerFormats } from '@chat/contracts/templates';
import { sampleMembers, type Draft } from '../drafts/draft.rules';
import { keptButtons, readShape } from '../drafts/shape.rules';
import type { TemplateRow } from '../templates/template.row';

/** Returns the draft that a request for a new template describes, as far as it could be read. */
export function draftOf(body: Partial<CreateTemplate>): Draft {
  return {
    name: body.name ?? '',
    language: body.language ?? '',
    category: body.category ?? likelyCategory(body),
    header_format: body.header_format ?? 'NONE',
    header_text: body.header_text ?? null,
    header_example: body.header_example ?? null,
    samples: sampleMembers.filter((member) => body[member] !== undefined),
    body: body.body ?? null,
    body_examples: body.body_examples ?? [],
    footer: body.footer ?? null,
    buttons: body.buttons ?? [],
    add_security_recommendation: body.add_security_recommendation ?? null,
    code_expiration_minutes: body.code_expiration_minutes ?? null,
  };
}

/** Guesses a missing category: authentication templates have an OTP button, and no others have one. */
function likelyCategory({ buttons = [] }: Partial<CreateTemplate>): TemplateCategory {
  return buttons.some(({ type }) => type === 'OTP') ? 'AUTHENTICATION' : 'UTILITY';
}

/** Returns the draft of a template after an edit: members that the request leaves out stay unchanged. */
export function editedDraft(row: TemplateRow, body: UpdateTemplate): Draft {
  const shape = readShape(row);
  const category = body.category ?? row.category;
  const isOtp = category === 'AUTHENTICATION';
  const format = body.header_format ?? headerFormats.find((one) => one === shape.header_format) ?? 'NONE';
  const isSameFormat = format === shape.header_format;
  const text = format === 'TEXT' && isSameFormat ? shape.header_text : null;
  const given = sampleMembers.filter((member) => body[member] !== undefined && body[member] !== null);
  return {
    name: row.name,
    language: row.language,
    category,
    header_format: format,
    header_text: orKept(body.header_text, text),
    header_example: orKept(body.header_example, text === null ? null : shape.header_example),
    samples: row.sample && isSameFormat ? [...given, 'sample'] : given,
    body: orKept(body.body, shape.body),
    body_examples: orKept(body.body_examples, shape.body_examples) ?? [],
    footer: orKept(body.footer, shape.footer),
    buttons: orKept(body.buttons, keptButtons(row)) ?? [],
    add_security_recommendation: orKept(
      body.add_security_recommendation,
      isOtp ? shape.add_security_recommendation : null,
    ),
    code_expiration_minutes: orKept(body.code_expiration_minutes, shape.code_expiration_minutes),
  };
}

/** Returns the requested value of a member, where null removes it; the known value if the member was left out. */
function orKept<T>(given: T | null | undefined, known: T | null): T | null {
  return given === undefined ? known : given;
}
