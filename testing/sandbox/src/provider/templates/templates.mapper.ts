import type { NewCallback } from '../callbacks/callbacks.repository';
import type { TemplateRow } from './templates.repository';
import type { TemplateComponents } from './template.schema';

/** Converts a template to the form in which the provider lists it. */
export function toTemplateView(row: TemplateRow) {
  return {
    id: row.id,
    name: row.name,
    language: row.language,
    status: row.status,
    category: row.category,
    parameter_format: row.parameter_format,
    components: toReadComponents(row),
    ...(row.ttl_seconds !== null && { message_send_ttl_seconds: row.ttl_seconds }),
    ...(row.status === 'REJECTED' && { rejected_reason: row.rejected_reason }),
    quality_score: { score: 'UNKNOWN', date: null },
  };
}

/** Returns the callback for a new status of a template. */
export function statusCallback(row: TemplateRow, event: string, reason: string): NewCallback {
  return {
    accountId: row.account_id,
    numberId: null,
    field: 'message_template_status_update',
    value: {
      event,
      message_template_id: Number(row.id),
      message_template_name: row.name,
      message_template_language: row.language,
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
    },
  };
}

/** The text of an authentication template comes from the platform, and its button reads back as a URL. */
function toReadComponents({ category, components, language }: TemplateRow): unknown {
  if (category !== 'AUTHENTICATION') return components;
  return components.map((component) => {
    if (component.type === 'BODY') return { ...component, ...otpBody(component.add_security_recommendation) };
    if (component.type === 'FOOTER') {
      return { ...component, text: `This code expires in ${component.code_expiration_minutes} minutes.` };
    }
    return component.type === 'BUTTONS' ? otpButtons(component, language) : component;
  });
}

function otpBody(withAdvice: boolean | undefined): object {
  const advice = withAdvice ? ' For your security, do not share this code.' : '';
  return { text: `*{{1}}* is your verification code.${advice}`, example: { body_text: [['123456']] } };
}

function otpButtons(
  component: Extract<TemplateComponents[number], { type: 'BUTTONS' }>,
  language: string,
): object {
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
