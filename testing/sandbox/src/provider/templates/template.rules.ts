import { buttonProblem, otpProblem } from './buttons.rules';
import { templateLanguages } from './languages';
import {
  hasEdgeVariable,
  hasTooManyVariables,
  placeholderProblem,
  placeholdersOf,
  type ParameterFormat,
} from './placeholders.rules';
import { componentOf, type NewTemplate } from './template.schema';

/** Why the provider refuses a template. */
export interface TemplateProblem {
  /** Absent if the provider has none. */
  subcode?: number;
  title: string;
  message: string;
}

const MAX = { header: 60, body: 1024, footer: 60 } as const;

type Draft = Pick<NewTemplate, 'name' | 'language' | 'category' | 'parameter_format' | 'components'> &
  Pick<Partial<NewTemplate>, 'message_send_ttl_seconds'>;

/** Returns the first problem with a template; null when it can be submitted for review. */
export function templateProblem(draft: Draft): TemplateProblem | null {
  return (
    namingProblem(draft) ??
    structureProblem(draft) ??
    (draft.category === 'AUTHENTICATION' ? otpProblem(draft.components) : textProblems(draft)) ??
    ttlProblem(draft)
  );
}

function namingProblem({ name, language }: Draft): TemplateProblem | null {
  if (!/^[a-z0-9_]{1,512}$/.test(name)) {
    return problem('Invalid template name', 'Use lower-case letters, digits and underscores, 512 at most.');
  }
  if (!templateLanguages.has(language))
    return problem('Invalid language', `${language} is no language of templates.`);
  return null;
}

function structureProblem({ components }: Draft): TemplateProblem | null {
  const types = components.map(({ type }) => type);
  if (!types.includes('BODY')) return problem('Body is missing', 'A template needs one BODY.', 2388072);
  if (new Set(types).size !== types.length)
    return problem('Invalid components', 'Each component stands once.');
  return null;
}

function textProblems(draft: Draft): TemplateProblem | null {
  return headerProblem(draft) ?? bodyProblem(draft) ?? footerProblem(draft) ?? buttonsProblem(draft);
}

function headerProblem({ components, category, parameter_format: format }: Draft): TemplateProblem | null {
  const header = componentOf(components, 'HEADER');
  if (!header) return null;
  if (header.format === 'TEXT')
    return textHeaderProblem(header.text, header.example, format as ParameterFormat);
  if (header.format === 'LOCATION') {
    return category === 'AUTHENTICATION'
      ? problem('Invalid header', 'This category has no location.', 2388047)
      : null;
  }
  if (header.text !== undefined || header.example?.header_handle?.length !== 1) {
    return problem('Invalid header', 'A media header needs example.header_handle with one handle.', 2388047);
  }
  return null;
}

function textHeaderProblem(
  text: string | undefined,
  example: { header_text?: string[]; header_text_named_params?: unknown[] } | undefined,
  format: ParameterFormat,
): TemplateProblem | null {
  if (!text) return problem('Invalid header', 'A text header needs a text.', 2388047);
  if ([...text].length > MAX.header) return tooLong('header', MAX.header);
  if (/[\n*_~`\p{Extended_Pictographic}]/u.test(text.replaceAll(/\{\{[^{}]*\}\}/g, ''))) {
    return problem('Invalid header', 'A header has no new line, emoji or formatting.', 2388047);
  }
  const names = placeholdersOf(text);
  const wrong = placeholderProblem(text, format);
  if (wrong !== null || names.length > 1) {
    return problem('Invalid header', wrong ?? 'A header has one variable at most.', 2388047);
  }
  const examples = example?.header_text ?? example?.header_text_named_params ?? [];
  if (examples.length !== names.length)
    return problem('Invalid header', 'Give an example for its variable.', 2388047);
  return null;
}

function bodyProblem({ components, parameter_format: format }: Draft): TemplateProblem | null {
  const body = componentOf(components, 'BODY')!;
  if (!body.text?.trim()) return problem('Invalid body', 'The body needs a text.', 2388072);
  if (body.add_security_recommendation !== undefined) {
    return problem('Invalid body', 'add_security_recommendation is for authentication.', 2388072);
  }
  if ([...body.text].length > MAX.body) return tooLong('body', MAX.body);
  const wrong = placeholderProblem(body.text, format as ParameterFormat);
  if (wrong !== null) return problem('Invalid body', wrong, 2388072);
  if (hasEdgeVariable(body.text)) {
    return problem(
      'Leading or trailing params',
      "Variables can't be at the start or end of the template.",
      2388299,
    );
  }
  if (hasTooManyVariables(body.text)) {
    return problem(
      'Parameters words ratio exceeds limit',
      'This has too many variables for its length.',
      2388293,
    );
  }
  return bodyExampleProblem(body.example, placeholdersOf(body.text), format as ParameterFormat);
}

function bodyExampleProblem(
  example: { body_text?: string[][]; body_text_named_params?: { param_name: string }[] } | undefined,
  names: string[],
  format: ParameterFormat,
): TemplateProblem | null {
  const given =
    format === 'NAMED'
      ? (example?.body_text_named_params ?? []).map(({ param_name }) => param_name).sort()
      : (example?.body_text?.[0] ?? []).map((_, index) => String(index + 1));
  const wanted = format === 'NAMED' ? [...names].sort() : names;
  if (given.join() === wanted.join()) return null;
  return problem('Invalid body', 'Give one example for each variable of the body.', 2388072);
}

function footerProblem({ components }: Draft): TemplateProblem | null {
  const footer = componentOf(components, 'FOOTER');
  if (!footer) return null;
  if (!footer.text?.trim()) return problem('Invalid footer', 'The footer needs a text.', 2388073);
  if ([...footer.text].length > MAX.footer) return tooLong('footer', MAX.footer);
  if (placeholdersOf(footer.text).length > 0)
    return problem('Invalid footer', 'A footer has no variable.', 2388073);
  return null;
}

function buttonsProblem({ components }: Draft): TemplateProblem | null {
  const sentence = buttonProblem(componentOf(components, 'BUTTONS')?.buttons ?? []);
  return sentence === null ? null : problem('Invalid buttons', sentence);
}

function ttlProblem({ category, message_send_ttl_seconds: ttl }: Draft): TemplateProblem | null {
  if (ttl === undefined || (ttl === -1 && category !== 'MARKETING')) return null;
  const [least, most] =
    category === 'AUTHENTICATION' ? [30, 900] : category === 'UTILITY' ? [30, 43_200] : [43_200, 2_592_000];
  if (ttl >= least && ttl <= most) return null;
  return problem('Invalid time to live', `This category takes ${least} to ${most} seconds.`);
}

function tooLong(part: string, max: number): TemplateProblem {
  return problem('Character limit exceeded', `The ${part} has more than ${max} characters.`, 2388040);
}

function problem(title: string, message: string, subcode?: number): TemplateProblem {
  return { title, message, ...(subcode !== undefined && { subcode }) };
}
