import type { TemplateButton } from '@chat/contracts/templates';
import { exampleOf, isMediaHeader, type Draft } from '@chat/contracts/template-drafts';

/**
 * Converts a valid draft to the provider's shape.
 * @param handle the provider's handle for the sample of a media header.
 */
export function toComponents(draft: Draft, handle: string | null): object[] {
  const { footer, buttons } = draft;
  if (draft.category === 'AUTHENTICATION') return otpComponents(draft);
  return [
    ...headerOf(draft, handle),
    {
      type: 'BODY',
      text: draft.body,
      ...(draft.body_examples.length > 0 && { example: { body_text: [draft.body_examples] } }),
    },
    ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(toButton) }]),
  ];
}

function headerOf(draft: Draft, handle: string | null): object[] {
  const { header_format: format, header_text: text, header_example: example } = draft;
  if (isMediaHeader(format)) return [{ type: 'HEADER', format, example: { header_handle: [handle] } }];
  if (format === 'NONE') return [];
  return [{ type: 'HEADER', format, text, ...(example !== null && { example: { header_text: [example] } }) }];
}

function otpComponents(draft: Draft): object[] {
  const { add_security_recommendation: advice, code_expiration_minutes: minutes, buttons } = draft;
  return [
    { type: 'BODY', ...(advice !== null && { add_security_recommendation: advice }) },
    ...(minutes === null ? [] : [{ type: 'FOOTER', code_expiration_minutes: minutes }]),
    { type: 'BUTTONS', buttons: buttons.map(toButton) },
  ];
}

/** Converts a button; members that are undefined do not appear in the JSON. */
function toButton(button: TemplateButton): object {
  const example = exampleOf(button) ?? undefined;
  return { ...button, example: example !== undefined && button.type === 'URL' ? [example] : example };
}
