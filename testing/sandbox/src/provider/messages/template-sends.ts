import { GraphError } from '../graph/graph-error';
import type { TemplatesRepository } from '../templates/templates.repository';
import { toReadComponents } from '../templates/templates.mapper';
import type { TemplateMessage } from './content.schema';
import { shownTemplate, type ShownTemplate } from './shown-template.rules';
import { parameterProblem } from './template-parameters.rules';

export interface SendableTemplate {
  category: string;
  shown: ShownTemplate;
}

/** Checks template sends against the templates. */
export class TemplateSends {
  constructor(private readonly templates: TemplatesRepository) {}

  /** @throws GraphError 132xxx when there is no such template, or the parameters do not match. */
  async require(
    accountId: string,
    { name, language, components = [] }: TemplateMessage,
  ): Promise<SendableTemplate> {
    const template = await this.templates.findByName(accountId, name, language.code);
    if (!template) throw notThere(name, language.code);
    if (template.status === 'PAUSED') throw new GraphError(132015);
    if (template.status === 'DISABLED') throw new GraphError(132016);
    if (template.status !== 'APPROVED') throw notThere(name, language.code);
    const problem = parameterProblem(
      {
        category: template.category,
        parameterFormat: template.parameter_format,
        components: template.components,
      },
      components,
    );
    if (problem) throw new GraphError(problem.code, { details: problem.details });
    return { category: template.category, shown: shownTemplate(toReadComponents(template), components) };
  }
}

function notThere(name: string, language: string): GraphError {
  return new GraphError(132001, { details: `template name (${name}) does not exist in ${language}` });
}
