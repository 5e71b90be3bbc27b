/** What of a template determines how a phone shows it. */
export interface PreviewSource {
  readonly category: string;
  readonly header_format: string;
  readonly header_text: string | null;
  readonly body: string | null;
  readonly footer: string | null;
  readonly buttons: readonly { readonly type: string; readonly text?: string | null }[];
  readonly add_security_recommendation: boolean | null;
  readonly code_expiration_minutes: number | null;
}

/** A template as a phone shows it: its texts, with the marks of bold and the like. */
export interface Preview {
  readonly header: string | null;
  /** The format of a header that is no text. */
  readonly media: string | null;
  readonly body: string;
  readonly footer: string | null;
  readonly buttons: readonly string[];
}

/** The values that are filled in, by part and variable, as in `body-1` or `header-name`; `code` of an authentication template. */
export type PreviewValues = Readonly<Record<string, string>>;

const VARIABLE = /\{\{\s*([\w]+)\s*\}\}/g;
/** The provider's own words for buttons without a text. */
const labels: Readonly<Record<string, string>> = { OTP: 'Copy code', COPY_CODE: 'Copy offer code' };
const SAMPLE_CODE = '123456';

/** Returns how a phone shows a template with these values. A variable without one stays as it is written. */
export function previewOf(template: PreviewSource, values: PreviewValues): Preview {
  const { header_format: format, header_text: header, body, footer, buttons } = template;
  const isOtp = template.category === 'AUTHENTICATION';
  return {
    header: format === 'TEXT' && header !== null ? fill(header, 'header', values) : null,
    media: format === 'NONE' || format === 'TEXT' ? null : format,
    body: isOtp ? codeText(template, values['code'] || SAMPLE_CODE) : fill(body ?? '', 'body', values),
    footer: isOtp ? expiryText(template) : footer,
    buttons: buttons.map(({ type, text }) => text || (labels[type] ?? type)),
  };
}

/** Returns a text with its values. One that is not filled in yet stays as it is written. */
export function fill(text: string, part: 'header' | 'body', values: PreviewValues): string {
  return text.replaceAll(VARIABLE, (written, name: string) => values[`${part}-${name}`] || written);
}

/** The provider writes it, in the language of the template; this is the English one. */
function codeText({ add_security_recommendation: advice }: PreviewSource, code: string): string {
  return `*${code}* is your verification code.${advice ? ' For your security, do not share this code.' : ''}`;
}

function expiryText({ code_expiration_minutes: minutes }: PreviewSource): string | null {
  return minutes === null ? null : `This code expires in ${minutes} minutes.`;
}
