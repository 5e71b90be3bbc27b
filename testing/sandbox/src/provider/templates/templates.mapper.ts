import { sampleLink } from '../media/sample-link';
import type { NewCallback } from '../callbacks/callbacks.repository';
import type { TemplateRow } from './templates.repository';
import { componentOf, type TemplateComponents } from './template.schema';

/** A component of a template as the platform reads it back, in which its own texts are filled in. */
export interface ReadComponent {
  type: string;
  format?: string;
  text?: string;
  example?: object;
  buttons?: readonly { type: string; text?: string; url?: string; example?: string | string[] }[];
}

/**
 * Converts a template to the form in which the provider lists it, with a link to its sample.
 * @param origin that of the link.
 */
export function toTemplateView(row: TemplateRow, origin: string) {
  return {
    id: row.id,
    name: row.name,
    language: row.language,
    status: row.status,
    category: row.category,
    parameter_format: row.parameter_format,
    components: toReadComponents(row, origin),
    ...(row.ttl_seconds !== null && { message_send_ttl_seconds: row.ttl_seconds }),
    ...(row.status === 'REJECTED' && { rejected_reason: row.rejected_reason }),
    quality_score: { score: row.quality, date: row.rated_at && Math.floor(row.rated_at.getTime() / 1000) },
  };
}

/** Returns the callback for a new status of a template. */
export function statusCallback(row: TemplateRow, event: string, reason: string): NewCallback {
  return callbackAbout(row, 'message_template_status_update', {
    event,
    message_template_category: row.category,
    reason,
    ...(event === 'REJECTED' && {
      rejection_info: {
        reason: `The template was rejected: ${reason}.`,
        recommendation: 'Change it and try again.',
      },
    }),
    ...(event === 'PAUSED' && {
      other_info: { title: 'FIRST_PAUSE', description: 'It received negative feedback of customers.' },
    }),
  });
}

/**
 * Returns the callback for an edit of a template, with its texts of now.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/message_template_components_update
 */
export function editCallback(row: TemplateRow): NewCallback {
  const [header, footer] = [componentOf(row.components, 'HEADER'), componentOf(row.components, 'FOOTER')];
  const buttons = (componentOf(row.components, 'BUTTONS')?.buttons ?? []).filter(
    ({ type }) => type === 'URL' || type === 'PHONE_NUMBER',
  );
  return callbackAbout(row, 'message_template_components_update', {
    message_template_element: componentOf(row.components, 'BODY')?.text,
    ...(header?.text !== undefined && { message_template_title: header.text }),
    ...(footer && { message_template_footer: footer.text }),
    ...(buttons.length > 0 && {
      message_template_buttons: buttons.map(({ type, text, url, phone_number: phone }) => ({
        message_template_button_type: type,
        message_template_button_text: text,
        ...(url !== undefined && { message_template_button_url: url }),
        ...(phone !== undefined && { message_template_button_phone_number: phone }),
      })),
    }),
  });
}

/**
 * Returns the callback for a new quality of a template.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/message_template_quality_update
 */
export function qualityCallback(row: TemplateRow, quality: string): NewCallback {
  return callbackAbout(row, 'message_template_quality_update', {
    previous_quality_score: row.quality,
    new_quality_score: quality,
  });
}

function callbackAbout(row: TemplateRow, field: string, value: object): NewCallback {
  return {
    accountId: row.account_id,
    numberId: null,
    field,
    value: {
      message_template_id: Number(row.id),
      message_template_name: row.name,
      message_template_language: row.language,
      ...value,
    },
  };
}

/** The text of an authentication template comes from the platform, and its button reads back as a URL. */
export function toReadComponents(
  { category, components, language }: TemplateRow,
  origin = '',
): readonly ReadComponent[] {
  if (category !== 'AUTHENTICATION') return components.map((component) => withSampleLink(component, origin));
  return components.map((component) => {
    if (component.type === 'BODY') return { ...component, ...otpBody(component.add_security_recommendation) };
    if (component.type === 'FOOTER') {
      return { ...component, text: `This code expires in ${component.code_expiration_minutes} minutes.` };
    }
    return component.type === 'BUTTONS' ? otpButtons(component, language) : component;
  });
}

/**
 * Where a submission has the handle of a sample, the platform shows a link that needs no token.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management
 */
function withSampleLink(component: TemplateComponents[number], origin: string): ReadComponent {
  const [handle] = (component.type === 'HEADER' && component.example?.header_handle) || [];
  return handle === undefined
    ? component
    : { ...component, example: { header_handle: [sampleLink(origin, handle)] } };
}

function otpBody(withAdvice: boolean | undefined): { text: string; example: object } {
  const advice = withAdvice ? ' For your security, do not share this code.' : '';
  return { text: `*{{1}}* is your verification code.${advice}`, example: { body_text: [['123456']] } };
}

function otpButtons(
  component: Extract<TemplateComponents[number], { type: 'BUTTONS' }>,
  language: string,
): ReadComponent {
  const [button] = component.buttons;
  const [app] = button?.supported_apps ?? [];
  const asked = new URLSearchParams({ otp_type: button?.otp_type ?? 'COPY_CODE', ...app });
  const otpUrl = `https://www.whatsapp.com/otp/code/?${asked.toString()}&code=otp{{1}}`;
  const text = button?.text ?? (language.startsWith('en') ? 'Copy code' : 'Copy');
  return {
    type: 'BUTTONS',
    buttons: [{ type: 'URL', text, url: otpUrl, example: [otpUrl.replace('{{1}}', '123456')] }],
  };
}
