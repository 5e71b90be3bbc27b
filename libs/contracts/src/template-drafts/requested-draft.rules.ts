import type { CreateTemplate, TemplateCategory } from '../templates';
import { sampleMembers, type Draft } from './draft.rules';

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
