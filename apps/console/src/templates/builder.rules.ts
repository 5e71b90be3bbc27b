import {
  checkDraft,
  draftOf,
  isMediaHeader,
  namedVariablesOf,
  variablesOf,
  type Draft,
  type DraftFindings,
  type PreviewSource,
} from '@chat/contracts/template-drafts';
import type { CreateTemplate, Template, UpdateTemplate } from '@chat/client';

export const categories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;
export const headers = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const;
export const ownButtons = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const;
export const otpKinds = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'] as const;

export type Category = (typeof categories)[number];
export type HeaderKind = (typeof headers)[number];
export type OwnButton = (typeof ownButtons)[number];
export type OtpKind = (typeof otpKinds)[number];

export interface WrittenButton {
  readonly type: OwnButton;
  readonly text: string;
  /** The URL, the phone number or the code, whatever the type. */
  readonly value: string;
  readonly example: string;
}

export interface App {
  readonly package_name: string;
  readonly signature_hash: string;
}

/** A template as somebody is writing it: what a change of the category or the header hides is kept for when it is shown again. */
export interface Written {
  readonly name: string;
  readonly language: string;
  readonly category: Category;
  readonly header: HeaderKind;
  readonly headerText: string;
  readonly headerExample: string;
  readonly mediaId: string | null;
  readonly body: string;
  readonly examples: readonly string[];
  readonly footer: string;
  readonly buttons: readonly WrittenButton[];
  readonly otpKind: OtpKind;
  readonly otpText: string;
  readonly autofillText: string;
  readonly apps: readonly App[];
  readonly areTermsAccepted: boolean;
  readonly advice: boolean;
  readonly minutes: string;
}

export const blank: Written = {
  name: '',
  language: 'en_US',
  category: 'UTILITY',
  header: 'NONE',
  headerText: '',
  headerExample: '',
  mediaId: null,
  body: '',
  examples: [],
  footer: '',
  buttons: [],
  otpKind: 'COPY_CODE',
  otpText: '',
  autofillText: '',
  apps: [{ package_name: '', signature_hash: '' }],
  areTermsAccepted: false,
  advice: true,
  minutes: '',
};

/** What somebody changes who edits a template. */
export function writtenOf(template: Template): Written {
  return {
    ...blank,
    name: template.name,
    language: template.language,
    category: template.category,
    header: headers.find((one) => one === template.header_format) ?? 'NONE',
    headerText: template.header_text ?? '',
    body: template.body ?? '',
    examples: template.body_examples,
    footer: template.footer ?? '',
    buttons: template.buttons.flatMap(({ type, text, url, phone_number: phone, example }) => {
      const own = ownButtons.find((one) => one === type);
      if (own === undefined) return [];
      const value = { QUICK_REPLY: '', URL: url, PHONE_NUMBER: phone, COPY_CODE: example }[own];
      return [{ type: own, text: text ?? '', value: value ?? '', example: example ?? '' }];
    }),
    advice: template.add_security_recommendation,
    minutes: template.code_expiration_minutes === null ? '' : String(template.code_expiration_minutes),
  };
}

type Request = Omit<CreateTemplate, 'chat_account_id' | 'header_media_file'>;

/** The request for a template. */
export function requestOf(written: Written): Request {
  const { name, language, category } = written;
  return category === 'AUTHENTICATION'
    ? { name, language, category, ...otpMembers(written) }
    : { name, language, category, ...ownMembers(written) };
}

function ownMembers(written: Written): Partial<Request> {
  const { header, headerText, headerExample, mediaId, body, footer, buttons } = written;
  const hasVariable = variablesOf(headerText).length > 0;
  const count = variablesOf(body).length;
  return {
    header_format: header,
    ...(header === 'TEXT' && {
      header_text: headerText,
      ...(hasVariable && { header_example: headerExample }),
    }),
    ...(isMediaHeader(header) && mediaId !== null && { header_media_id: mediaId }),
    body,
    ...(count > 0 && {
      body_examples: Array.from({ length: count }, (_, index) => written.examples[index] ?? ''),
    }),
    ...(footer !== '' && { footer }),
    ...(buttons.length > 0 && { buttons: buttons.map(buttonOf) }),
  };
}

function buttonOf({ type, text, value, example }: WrittenButton): NonNullable<Request['buttons']>[number] {
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text };
    case 'URL':
      return { type, text, url: value, ...(value.includes('{{') && { example }) };
    case 'PHONE_NUMBER':
      return { type, text, phone_number: value };
    case 'COPY_CODE':
      return { type, ...(text !== '' && { text }), example: value };
  }
}

function otpMembers(written: Written): Partial<Request> {
  const { otpKind, otpText, autofillText, apps, areTermsAccepted, advice, minutes } = written;
  return {
    buttons: [
      {
        type: 'OTP',
        otp_type: otpKind,
        ...(otpText !== '' && { text: otpText }),
        ...(otpKind !== 'COPY_CODE' && {
          ...(autofillText !== '' && { autofill_text: autofillText }),
          supported_apps: [...apps],
        }),
        ...(otpKind === 'ZERO_TAP' && { zero_tap_terms_accepted: areTermsAccepted }),
      },
    ],
    add_security_recommendation: advice,
    ...(minutes.trim() !== '' && { code_expiration_minutes: Number(minutes) }),
  };
}

/** What an edit changes: members that stay as they are, are left out, and null removes a part. */
export function changesOf(template: Template, written: Written): UpdateTemplate {
  const isOtp = written.category === 'AUTHENTICATION';
  const before = requestOf(writtenOf(template)) as Record<string, unknown>;
  // The apps of an authentication template are not shown, so its button stays.
  const after = requestOf(written) as Record<string, unknown>;
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => !(isOtp && member === 'buttons'),
  );
  const isSame = (member: string) => JSON.stringify(before[member]) === JSON.stringify(after[member]);
  return Object.fromEntries(
    members.filter((member) => !isSame(member)).map((member) => [member, after[member] ?? null]),
  );
}

export type Found = Readonly<Record<string, string>>;

/** What is wrong with it, by the path of the member, by the rules of the API itself. @param template the one that is edited. */
export function problemsOf(written: Written, template: Template | null): Found {
  const found: Record<string, string> = {};
  const isKept = template !== null && template.header_format === written.header;
  const isHeaderKept = isKept && template.header_text === written.headerText && written.headerExample === '';
  // What the API does not show of a template is there all the same.
  const unseen = new Set([
    ...(isHeaderKept ? ['header_example'] : []),
    ...(template !== null && written.category === 'AUTHENTICATION' ? ['buttons'] : []),
  ]);
  const findings: DraftFindings = {
    isBroken: (path) => unseen.has(path),
    add: (path, sentence) => {
      if (!unseen.has(path))
        found[path] = found[path] === undefined ? sentence : `${found[path]} ${sentence}`;
    },
  };
  checkDraft(draftFor(written, isKept), findings);
  if (written.minutes.trim() !== '' && !/^\d+$/.test(written.minutes.trim()))
    found['code_expiration_minutes'] ??= 'code_expiration_minutes must be from 1 to 90.';
  return found;
}

function draftFor(written: Written, isKept: boolean): Draft {
  const draft = draftOf(requestOf(written) as Parameters<typeof draftOf>[0]);
  return isKept && isMediaHeader(written.header)
    ? { ...draft, samples: [...draft.samples, 'sample'] }
    : draft;
}

/** What a phone shows of it, with the samples as values. */
export function previewSourceOf(written: Written): PreviewSource {
  const { category, header, headerText, body, footer, buttons, otpText, advice, minutes } = written;
  const isOtp = category === 'AUTHENTICATION';
  return {
    category,
    header_format: isOtp ? 'NONE' : header,
    header_text: headerText,
    body,
    footer: footer === '' ? null : footer,
    buttons: isOtp ? [{ type: 'OTP', text: otpText }] : buttons,
    add_security_recommendation: advice,
    code_expiration_minutes: /^\d+$/.test(minutes.trim()) ? Number(minutes) : null,
  };
}

export function sampleValuesOf({ headerExample, examples }: Written): Readonly<Record<string, string>> {
  return {
    'header-1': headerExample,
    ...Object.fromEntries(examples.map((example, index) => [`body-${index + 1}`, example])),
  };
}

/** Adds the next variable to a text. */
export function withVariable(text: string): string {
  const next = Math.max(0, ...variablesOf(text)) + 1;
  return `${text}${text === '' || /\s$/.test(text) ? '' : ' '}{{${next}}}`;
}

/** The names among the variables of a text, which the API numbers. */
export function namesIn(text: string): string[] {
  return namedVariablesOf(text).filter((name) => !/^\d+$/.test(name));
}

/** Numbers the variables of a text in the order of their appearance, whatever they are called. */
export function numbered(text: string): string {
  const names = namedVariablesOf(text);
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => `{{${names.indexOf(name) + 1}}}`);
}
