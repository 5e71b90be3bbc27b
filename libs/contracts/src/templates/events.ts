import { eventType } from '..';
import { TemplateCategoryEventData, TemplateStatusEventData } from './template.dto';

export const templateStatusChanged = eventType({
  type: 'template.status_changed',
  summary: 'The status of a template changed',
  subject: 'evt.templates.template.status-changed',
  data: TemplateStatusEventData,
  webhook: true,
});

export const templateCategoryChanged = eventType({
  type: 'template.category_changed',
  summary: 'The provider moved a template to another category',
  subject: 'evt.templates.template.category-changed',
  data: TemplateCategoryEventData,
  webhook: true,
});
