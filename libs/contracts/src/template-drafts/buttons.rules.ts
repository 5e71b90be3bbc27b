import { isBlank } from '../blank';
import type { ButtonType, TemplateButton } from '../templates';
import type { DraftFindings } from './draft-findings';

export const MAX_BUTTON_TEXT = 25;
export const MAX_BUTTONS = 10;
const MAX_URL = 2_000;
const MAX_PHONE = 20;
const MAX_CODE = 15;

/** Maximum number of buttons of a type per template. */
const mostOf: Readonly<Partial<Record<ButtonType, number>>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };

type ValueMember = Exclude<keyof TemplateButton, 'type'>;

/** The members that apply to buttons of each type. */
const membersOf: Readonly<Record<ButtonType, readonly ValueMember[]>> = {
  QUICK_REPLY: ['text'],
  URL: ['text', 'url', 'example'],
  PHONE_NUMBER: ['text', 'phone_number'],
  COPY_CODE: ['text', 'example'],
  OTP: ['text', 'otp_type', 'autofill_text', 'supported_apps', 'zero_tap_terms_accepted'],
};

/** Adds what is wrong with the buttons of a template that is not for authentication. */
export function buttonProblems(buttons: readonly TemplateButton[], problems: DraftFindings): void {
  if (problems.isBroken('buttons')) return;
  if (buttons.length > MAX_BUTTONS) {
    problems.add('buttons', `buttons has ${buttons.length} entries. Use ${MAX_BUTTONS} at most.`);
  }
  for (const [type, most] of Object.entries(mostOf)) {
    const count = buttons.filter((button) => button.type === type).length;
    if (count > most)
      problems.add('buttons', `buttons has ${count} of the type ${type}. Use ${most} at most.`);
  }
  const isTyped = (_: TemplateButton, index: number) => !problems.isBroken(`buttons.${index}.type`);
  const scattered = buttons.every(isTyped) ? secondRunOfReplies(buttons) : null;
  if (scattered !== null) {
    problems.add(
      `buttons.${scattered}`,
      'QUICK_REPLY buttons must be grouped together, before or after the others. Move this one to the group.',
    );
  }
  buttons.forEach((button, index) => {
    textProblems(button, `buttons.${index}`, problems);
    if (isTyped(button, index)) typedProblems(button, `buttons.${index}`, problems);
  });
}

/** Adds a problem for each member that does not apply to a button of this type. */
export function strayMemberProblems(button: TemplateButton, path: string, problems: DraftFindings): void {
  for (const member of Object.keys(button) as (keyof TemplateButton)[]) {
    if (member === 'type' || button[member] === undefined || membersOf[button.type].includes(member))
      continue;
    problems.add(
      `${path}.${member}`,
      `${member} does not apply to buttons of type ${button.type}. Remove it.`,
    );
  }
}

/** Adds what is wrong with the text of a button of any type. */
export function textProblems({ text = '' }: TemplateButton, path: string, problems: DraftFindings): void {
  const length = [...text].length;
  if (length > MAX_BUTTON_TEXT) {
    problems.add(`${path}.text`, `The text has ${length} characters. Use at most ${MAX_BUTTON_TEXT}.`);
  }
  if (text.includes('{{')) {
    problems.add(`${path}.text`, 'The text of a button cannot contain variables. Remove them.');
  }
}

/** Returns the example, which is a text or a list of one; null when there is none, undefined for anything else. */
export function exampleOf({ example }: Pick<TemplateButton, 'example'>): string | null | undefined {
  if (example === undefined) return null;
  const list: unknown[] = Array.isArray(example) ? (example as unknown[]) : [example];
  const [only] = list;
  return list.length === 1 && typeof only === 'string' && !isBlank(only) ? only : undefined;
}

/** Returns the index of the first quick reply of a second group, separated from the first by other buttons. */
function secondRunOfReplies(buttons: readonly TemplateButton[]): number | null {
  const starts = buttons.flatMap(({ type }, index) =>
    type === 'QUICK_REPLY' && buttons[index - 1]?.type !== 'QUICK_REPLY' ? [index] : [],
  );
  return starts[1] ?? null;
}

function typedProblems(button: TemplateButton, path: string, problems: DraftFindings): void {
  const { type, text } = button;
  if (type === 'OTP') {
    problems.add(`${path}.type`, 'OTP buttons are only for AUTHENTICATION templates. Use another type.');
    return;
  }
  strayMemberProblems(button, path, problems);
  if (type !== 'COPY_CODE' && (text === undefined || isBlank(text))) {
    problems.add(`${path}.text`, `text is required. It must be text of 1 to ${MAX_BUTTON_TEXT} characters.`);
  }
  switch (type) {
    case 'QUICK_REPLY':
      return;
    case 'URL':
      return urlProblems(button, path, problems);
    case 'PHONE_NUMBER':
      return phoneProblems(button, path, problems);
    case 'COPY_CODE':
      return codeProblems(button, path, problems);
  }
}

function urlProblems(button: TemplateButton, path: string, problems: DraftFindings): void {
  const { url = '' } = button;
  const fixed = url.replace(/\{\{1\}\}$/, '');
  if (fixed.includes('{{')) {
    problems.add(`${path}.url`, 'A URL can have one variable, {{1}}, at its end. Remove or move the others.');
  } else if (!isWebAddress(fixed)) {
    problems.add(
      `${path}.url`,
      'url is required. It must be a web address, for example https://example.com/orders/{{1}}.',
    );
  }
  if (url.length > MAX_URL) {
    problems.add(`${path}.url`, `url has ${url.length} characters. Use ${MAX_URL} at most.`);
  }
  const example = exampleOf(button);
  if (example === undefined) {
    problems.add(`${path}.example`, 'example must be a text, or a list of one text.');
  } else if (fixed !== url && example === null) {
    problems.add(
      `${path}.example`,
      'example is required for the variable of url: the whole URL with a value.',
    );
  } else if (fixed === url && example !== null && !problems.isBroken(`${path}.url`)) {
    problems.add(`${path}.example`, 'example needs a variable {{1}} at the end of url. Remove one.');
  }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s/]/.test(url) && !/\s/.test(url) && URL.canParse(url);
}

function phoneProblems(
  { phone_number: phone = '' }: TemplateButton,
  path: string,
  problems: DraftFindings,
): void {
  if (!/^\+?\d{5,19}$/.test(phone) || phone.length > MAX_PHONE) {
    problems.add(
      `${path}.phone_number`,
      'phone_number is required: a number with country code, 5 to 19 digits, for example +15550123456.',
    );
  }
}

function codeProblems(button: TemplateButton, path: string, problems: DraftFindings): void {
  const code = exampleOf(button);
  if (typeof code !== 'string' || code.length > MAX_CODE) {
    problems.add(`${path}.example`, `example is required: a code of 1 to ${MAX_CODE} characters.`);
  }
}
