import { sampleMembers, type Draft } from '@chat/contracts/template-drafts';
import type { UpdateTemplate } from '@chat/contracts/templates';
import { headerFormats } from '@chat/contracts/templates';
import { keptButtons, readShape } from '../drafts/shape.rules';
import type { TemplateRow } from '../templates/template.row';

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
