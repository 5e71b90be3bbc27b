import type {
  ButtonType,
  DynamicButton,
  OtpType,
  ShownButton,
  ShownHeaderFormat,
  TemplateButton,
  VariableText,
} from '@chat/contracts/templates';
import { otpTypes } from '@chat/contracts/templates';
import { exampleOf as textExampleOf, namedVariablesOf, variablesOf } from '@chat/contracts/template-drafts';

/** The contents of a template, read from the provider's shape. */
export interface Shape {
  header_format: ShownHeaderFormat;
  header_text: string | null;
  header_example: string | null;
  body: string | null;
  body_examples: string[];
  footer: string | null;
  buttons: ShownButton[];
  add_security_recommendation: boolean;
  code_expiration_minutes: number | null;
  /** Whether a template of this shape can be sent from here; false for carousels and the like. */
  sendable: boolean;
  /** Whether an edit keeps all of this shape: drafts number their variables. */
  editable: boolean;
}

/** The fields of a template that determine its shape. */
export interface Shaped {
  category: string;
  parameter_format: string;
  components: readonly object[];
}

/** The parts of a template that take values in each send. */
export interface Variables {
  header: VariableText | null;
  body: VariableText | null;
  buttons: DynamicButton[];
  sample_url: string | null;
}

type Json = Record<string, unknown>;

const known = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
const formats: readonly string[] = ['TEXT', 'DOCUMENT', 'IMAGE', 'VIDEO', 'LOCATION'];
/**
 * Types of buttons for which a send needs no value, or one text. A catalogue shows its first product unless a send names
 * another.
 */
const sendableButtons: readonly string[] = [
  'CATALOG',
  'QUICK_REPLY',
  'URL',
  'PHONE_NUMBER',
  'COPY_CODE',
  'OTP',
  'VOICE_CALL',
];

export function readShape({ category, parameter_format: parameters, components }: Shaped): Shape {
  const header = componentOf(components, 'HEADER');
  const body = componentOf(components, 'BODY');
  const footer = componentOf(components, 'FOOTER');
  const buttons = buttonsOf(components);
  const isOtp = category === 'AUTHENTICATION';
  const format = textOf(header.format)?.toUpperCase() ?? 'NONE';
  const isNamed = isNamedFormat(parameters);
  const sendable =
    format !== 'LOCATION' &&
    components.every((component) => known.includes(typeOf(component))) &&
    buttons.every((button) => sendableButtons.includes(typeOf(button)));
  return {
    header_format: formats.includes(format) ? (format as ShownHeaderFormat) : 'NONE',
    header_text: textOf(header.text),
    header_example: examplesOf(header, 'header_text')[0] ?? null,
    // The texts of an authentication template are the provider's.
    body: isOtp ? null : textOf(body.text),
    body_examples: isOtp ? [] : examplesOf(body, 'body_text'),
    footer: isOtp ? null : textOf(footer.text),
    buttons: buttons.map((button) => shownButton(button, isOtp)),
    add_security_recommendation: body.add_security_recommendation === true,
    code_expiration_minutes:
      typeof footer.code_expiration_minutes === 'number' ? footer.code_expiration_minutes : null,
    sendable,
    editable: sendable && !isNamed,
  };
}

export function readVariables({ category, parameter_format: parameters, components }: Shaped): Variables {
  if (category === 'AUTHENTICATION') {
    // One value, the code, appears both in the text and in the button.
    const text = textOf(componentOf(components, 'BODY').text) ?? '{{1}}';
    return { header: null, body: { text, count: 1 }, buttons: [], sample_url: null };
  }
  const header = componentOf(components, 'HEADER');
  const isNamed = isNamedFormat(parameters);
  return {
    header: variableText(header.text, isNamed),
    body: variableText(componentOf(components, 'BODY').text, isNamed),
    buttons: buttonsOf(components).flatMap((button, index) => dynamicButton(button, index) ?? []),
    sample_url: sampleUrlOf(header),
  };
}

function dynamicButton(button: Json, index: number): DynamicButton | null {
  if (typeOf(button) === 'COPY_CODE') return { index, kind: 'copy_code', prefix: '' };
  const url = textOf(button.url) ?? '';
  const [variable, name] = /\{\{\s*(\w+)\s*\}\}$/.exec(url) ?? [];
  if (typeOf(button) !== 'URL' || variable === undefined) return null;
  return { index, kind: 'url', prefix: url.slice(0, -variable.length), ...(name !== '1' && { name }) };
}

function variableText(text: unknown, isNamed: boolean): VariableText | null {
  if (typeof text !== 'string') return null;
  if (!isNamed) return { text, count: variablesOf(text).length };
  const names = namedVariablesOf(text);
  return { text, count: names.length, names };
}

function isNamedFormat(parameters: string): boolean {
  return parameters.toUpperCase() === 'NAMED';
}

/** The provider shows a link to the sample where a submission has its handle. */
function sampleUrlOf(header: Json): string | null {
  const [link] = textsIn(exampleOf(header).header_handle);
  return link !== undefined && /^https?:\/\//.test(link) ? link : null;
}

/** Returns the examples of a text: a list of lists for a body, a list for a header, or each with its name. */
function examplesOf(component: Json, member: 'body_text' | 'header_text'): string[] {
  const example = exampleOf(component);
  const named = example[`${member}_named_params`];
  if (Array.isArray(named)) {
    return (named as unknown[]).filter(isObject).flatMap((one) => textOf(one.example) ?? []);
  }
  const listed = example[member];
  return textsIn(Array.isArray(listed) ? (listed as unknown[]).flat() : []);
}

/**
 * Restores the buttons in the form of a submission, with all details, for an edit that leaves them unchanged.
 * @returns null when the provider does not show enough of them.
 */
export function keptButtons({
  category,
  components,
}: Omit<Shaped, 'parameter_format'>): TemplateButton[] | null {
  const isOtp = category === 'AUTHENTICATION';
  const kept = buttonsOf(components).map((button) => (isOtp ? keptOtpButton(button) : keptButton(button)));
  return kept.every((button) => button !== null) ? kept : null;
}

/** Restores a button. Types and members that requests do not have go back to the provider unchanged. */
function keptButton(button: Json): TemplateButton {
  const example = textExampleOf(button);
  return { ...button, type: typeOf(button) as ButtonType, ...(typeof example === 'string' && { example }) };
}

/** Restores an OTP button from the parameters of the URL that the provider shows instead of it. */
function keptOtpButton(button: Json): TemplateButton | null {
  if (typeOf(button) === 'OTP') return keptButton(button);
  const { text, otp_type: otpType } = shownButton(button, true);
  if (otpType === null) return null;
  const common = { type: 'OTP' as const, otp_type: otpType, ...(text !== null && { text }) };
  if (otpType === 'COPY_CODE') return common;
  const asked = new URLSearchParams(textOf(button.url)?.split('?')[1]);
  const [packages, hashes] = [listIn(asked.get('package_name')), listIn(asked.get('signature_hash'))];
  if (packages.length === 0 || packages.length !== hashes.length) return null;
  const autofill = asked.get('cta_display_name');
  return {
    ...common,
    ...(autofill && { autofill_text: autofill }),
    supported_apps: packages.map((package_name, index) => ({ package_name, signature_hash: hashes[index]! })),
    // The template could not exist without accepted terms.
    ...(otpType === 'ZERO_TAP' && { zero_tap_terms_accepted: true }),
  };
}

function listIn(joined: string | null): string[] {
  return joined?.split(',').filter((item) => item !== '') ?? [];
}

/** Reads a button. The provider shows that of an authentication template as a URL, which contains its OTP type. */
function shownButton(button: Json, isOtp: boolean): ShownButton {
  const url = textOf(button.url);
  const otpType = textOf(button.otp_type) ?? (isOtp ? /otp_type=(\w+)/.exec(url ?? '')?.[1] : undefined);
  const example: unknown = Array.isArray(button.example) ? (button.example as unknown[])[0] : button.example;
  return {
    type: isOtp ? 'OTP' : typeOf(button),
    text: textOf(button.text),
    url: isOtp ? null : url,
    phone_number: textOf(button.phone_number),
    example: isOtp ? null : textOf(example),
    otp_type: otpTypes.find((type): type is OtpType => type === otpType) ?? null,
  };
}

function componentOf(components: readonly object[], type: string): Json {
  return (components.find((component) => typeOf(component) === type) ?? {}) as Json;
}

function buttonsOf(components: readonly object[]): Json[] {
  const { buttons } = componentOf(components, 'BUTTONS');
  return Array.isArray(buttons) ? (buttons as unknown[]).filter(isObject) : [];
}

function typeOf(part: object): string {
  return textOf((part as Json).type)?.toUpperCase() ?? '';
}

function exampleOf({ example }: Json): Json {
  return isObject(example) ? example : {};
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? (list as unknown[]).filter((item) => typeof item === 'string') : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
