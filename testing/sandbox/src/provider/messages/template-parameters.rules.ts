import { fillIn, placeholdersOf } from '../templates/placeholders.rules';
import { componentOf, type TemplateButton, type TemplateComponents } from '../templates/template.schema';
import type { TemplateMessage } from './content.schema';

/** Why a template cannot be sent with these parameters: a code of the provider, and a sentence. */
export interface ParameterProblem {
  code: number;
  details: string;
}

type Component = NonNullable<TemplateMessage['components']>[number];
type Parameter = NonNullable<Component['parameters']>[number];

const MAX_HYDRATED = 1024;
const MAX_CODE = 15;
/** The parameter type for each header format. */
const headerParameter: Record<string, string> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
};

export interface SentTemplate {
  category: string;
  parameterFormat: string;
  components: TemplateComponents;
}

/** Returns the first problem with the parameters; null when the template can be sent. */
export function parameterProblem(
  template: SentTemplate,
  given: readonly Component[],
): ParameterProblem | null {
  const header = given.find(({ type }) => type === 'header')?.parameters ?? [];
  const body = given.find(({ type }) => type === 'body')?.parameters ?? [];
  const buttons = given.filter(({ type }) => type === 'button');
  return headerProblem(template, header) ?? bodyProblem(template, body) ?? buttonsProblem(template, buttons);
}

function headerProblem(template: SentTemplate, given: readonly Parameter[]): ParameterProblem | null {
  const header = componentOf(template.components, 'HEADER');
  if (!header || header.format === 'TEXT') {
    const names = placeholdersOf(header?.text ?? '');
    return (
      countProblem('header', given.length, names.length) ??
      textProblem(given) ??
      nameProblem('header', template, { names, given })
    );
  }
  const wanted = headerParameter[header.format];
  const [parameter, ...more] = given;
  if (parameter?.type === wanted && more.length === 0 && typeof parameter?.[wanted!] === 'object')
    return null;
  return {
    code: 132012,
    details: `header: Format mismatch, expected ${header.format}, received ${parameter?.type ?? 'UNKNOWN'}`,
  };
}

function bodyProblem(template: SentTemplate, given: readonly Parameter[]): ParameterProblem | null {
  if (template.category === 'AUTHENTICATION') return codeProblem(given);
  const text = componentOf(template.components, 'BODY')?.text ?? '';
  const names = placeholdersOf(text);
  const problem =
    countProblem('body', given.length, names.length) ??
    textProblem(given) ??
    nameProblem('body', template, { names, given });
  if (problem) return problem;
  const values = Object.fromEntries(
    names.map((name, index) => [name, textOf(valueOf(given, name) ?? given[index])]),
  );
  if ([...fillIn(text, values)].length > MAX_HYDRATED) {
    return { code: 132005, details: `body: the text has more than ${MAX_HYDRATED} characters` };
  }
  return null;
}

function codeProblem(given: readonly Parameter[]): ParameterProblem | null {
  const problem = countProblem('body', given.length, 1) ?? textProblem(given);
  if (problem) return problem;
  return textOf(given[0]).length > MAX_CODE
    ? { code: 132018, details: `body: a code has ${MAX_CODE} characters at most` }
    : null;
}

function buttonsProblem(
  { components, category }: SentTemplate,
  given: readonly Component[],
): ParameterProblem | null {
  const buttons = componentOf(components, 'BUTTONS')?.buttons ?? [];
  for (const [index, button] of buttons.entries()) {
    const component = given.find((candidate) => candidate.index === index);
    const problem = buttonProblem(button, index, component, category === 'AUTHENTICATION');
    if (problem) return problem;
  }
  const stray = given.find(({ index }) => index === undefined || index >= buttons.length);
  return stray
    ? { code: 132000, details: `buttons: there is no button at index ${stray.index ?? '?'}` }
    : null;
}

function buttonProblem(
  button: TemplateButton,
  index: number,
  component: Component | undefined,
  isOtp: boolean,
): ParameterProblem | null {
  const wanted = parameterOfButton(button, isOtp);
  const [parameter] = component?.parameters ?? [];
  if (wanted === null) {
    return parameter && button.type !== 'QUICK_REPLY'
      ? { code: 132000, details: `buttons: the button at index ${index} takes no parameter` }
      : null;
  }
  if (!parameter) {
    return {
      code: 131008,
      details: `buttons: Button at index ${index} of type ${button.type} requires a parameter`,
    };
  }
  if (component?.sub_type?.toLowerCase() !== wanted.subType || parameter.type !== wanted.type) {
    return {
      code: 132012,
      details: `buttons: Button at index ${index} takes ${wanted.subType} with ${wanted.type}`,
    };
  }
  const value = parameter[wanted.type];
  if (typeof value !== 'string' || value === '' || (wanted.max !== undefined && value.length > wanted.max)) {
    return { code: 132018, details: `buttons: the parameter of the button at index ${index} is not valid` };
  }
  return null;
}

/** The parameter that a dynamic button requires; null for other buttons. */
function parameterOfButton(
  button: TemplateButton,
  isOtp: boolean,
): { subType: string; type: string; max?: number } | null {
  if (isOtp) return { subType: 'url', type: 'text', max: MAX_CODE };
  if (button.type === 'URL') return button.url?.includes('{{') ? { subType: 'url', type: 'text' } : null;
  return button.type === 'COPY_CODE' ? { subType: 'copy_code', type: 'coupon_code', max: MAX_CODE } : null;
}

/**
 * A parameter of a template with named variables needs its name. The platform refuses one without it by the code 100 and
 * these words.
 * @see https://exchangetuts.com/index.php/error-invalid-parameter-in-meta-cloud-api-whatsapp-template-request-inactive-users-24-hour-window-1756999634350968
 */
function nameProblem(
  part: string,
  { parameterFormat }: SentTemplate,
  { names, given }: { names: readonly string[]; given: readonly Parameter[] },
): ParameterProblem | null {
  if (parameterFormat !== 'NAMED') return null;
  if (given.some(({ parameter_name: name }) => typeof name !== 'string' || name === '')) {
    return { code: 100, details: 'Parameter name is missing or empty' };
  }
  const [unfilled] = names.filter((name) => !hasName(given, name));
  if (unfilled === undefined) return null;
  return { code: 132000, details: `${part}: there is no parameter for the variable ${unfilled}` };
}

function countProblem(part: string, given: number, wanted: number): ParameterProblem | null {
  if (given === wanted) return null;
  return {
    code: 132000,
    details: `${part}: number of localizable_params (${given}) does not match the expected number of params (${wanted})`,
  };
}

function textProblem(given: readonly Parameter[]): ParameterProblem | null {
  for (const parameter of given) {
    if (!['text', 'currency', 'date_time'].includes(parameter.type)) {
      return { code: 132012, details: `Format mismatch, expected TEXT, received ${parameter.type}` };
    }
    const value = textOf(parameter);
    if (value === '') return { code: 131008, details: 'A parameter of type text has no text.' };
    if (/[\n\t]| {5,}/.test(value)) {
      return {
        code: 132018,
        details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
      };
    }
  }
  return null;
}

export function textOf(parameter: Parameter | undefined): string {
  const { text, currency, date_time: dateTime } = (parameter ?? {}) as Record<string, unknown>;
  if (typeof text === 'string') return text;
  const fallback = ((currency ?? dateTime) as { fallback_value?: unknown } | undefined)?.fallback_value;
  return typeof fallback === 'string' ? fallback : '';
}

function hasName(given: readonly Parameter[], name: string): boolean {
  return valueOf(given, name) !== undefined;
}

export function valueOf(given: readonly Parameter[], name: string): Parameter | undefined {
  return given.find((parameter) => parameter['parameter_name'] === name);
}
