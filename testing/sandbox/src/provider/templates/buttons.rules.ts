import type { TemplateProblem } from './template.rules';
import { componentOf, type TemplateButton, type TemplateComponents } from './template.schema';

const MAX_BUTTONS = 10;
const MAX_TEXT = 25;
const MAX_URL = 2_000;
const MAX_CODE = 15;
const mostOf: Partial<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };

/** Returns what is wrong with the buttons of a template, as a sentence; null when they are valid. */
export function buttonProblem(buttons: readonly TemplateButton[]): string | null {
  if (buttons.length > MAX_BUTTONS) return `There are more than ${MAX_BUTTONS} buttons.`;
  for (const [type, most] of Object.entries(mostOf)) {
    if (buttons.filter((button) => button.type === type).length > most!)
      return `There are more than ${most} ${type}.`;
  }
  if (isInterleaved(buttons)) return 'Quick replies must stand together, before or after the others.';
  for (const button of buttons) {
    const sentence = oneButtonProblem(button);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** An authentication template has the provider's own text and one button. */
export function otpProblem(components: TemplateComponents): TemplateProblem | null {
  const buttons = componentOf(components, 'BUTTONS')?.buttons ?? [];
  const body = componentOf(components, 'BODY');
  if (componentOf(components, 'HEADER') || body?.text !== undefined) {
    return {
      subcode: 2388072,
      title: 'Invalid body',
      message: 'Authentication templates have the text of the platform.',
    };
  }
  if (componentOf(components, 'FOOTER')?.text !== undefined) {
    return {
      subcode: 2388073,
      title: 'Invalid footer',
      message: 'The footer takes code_expiration_minutes only.',
    };
  }
  const [button, ...more] = buttons;
  if (!button || more.length > 0 || button.type !== 'OTP' || button.otp_type === undefined) {
    return {
      title: 'Invalid buttons',
      message: 'Authentication templates have one button of type OTP with otp_type.',
    };
  }
  return otpButtonProblem(button);
}

function otpButtonProblem(button: TemplateButton): TemplateProblem | null {
  if (button.otp_type === 'COPY_CODE') return null;
  if (!button.supported_apps?.length) {
    return { title: 'Invalid buttons', message: `${button.otp_type} needs supported_apps.` };
  }
  if (button.otp_type === 'ZERO_TAP' && button.zero_tap_terms_accepted !== true) {
    return { title: 'Invalid buttons', message: 'ZERO_TAP needs zero_tap_terms_accepted.' };
  }
  return null;
}

function isInterleaved(buttons: readonly TemplateButton[]): boolean {
  const runs = buttons.filter(
    ({ type }, index) => type === 'QUICK_REPLY' && buttons[index - 1]?.type !== 'QUICK_REPLY',
  );
  return runs.length > 1;
}

function oneButtonProblem(button: TemplateButton): string | null {
  const { type, text = '', url = '', phone_number: phone = '', example } = button;
  if (type === 'OTP') return 'OTP buttons are for authentication.';
  if (type !== 'COPY_CODE' && (text === '' || [...text].length > MAX_TEXT)) {
    return `The text of a button has 1 to ${MAX_TEXT} characters.`;
  }
  if (type === 'PHONE_NUMBER' && !/^\+?\d{5,19}$/.test(phone)) return 'phone_number must be a number.';
  if (type === 'COPY_CODE') {
    const [code = ''] = [example].flat();
    return code === '' || code.length > MAX_CODE
      ? `The example of a code has 1 to ${MAX_CODE} characters.`
      : null;
  }
  return type === 'URL' ? urlProblem(url, example) : null;
}

function urlProblem(url: string, example: TemplateButton['example']): string | null {
  const fixed = url.replace(/\{\{1\}\}$/, '');
  if (fixed.includes('{{')) return 'A URL has one variable {{1}}, at its end.';
  if (!/^https?:\/\/\S+$/.test(fixed) || url.length > MAX_URL) return 'url must be a web address.';
  const examples = [example ?? []].flat();
  if (examples.length !== (fixed === url ? 0 : 1))
    return 'Give one example where the URL has a variable, else none.';
  return null;
}
