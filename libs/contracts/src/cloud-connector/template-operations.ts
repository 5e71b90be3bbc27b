import { Empty, operation } from '..';
import { NumberRef } from './number.dto';
import {
  DeleteTemplate,
  EditTemplate,
  ListProviderTemplates,
  NumberAccount,
  ProviderTemplatePage,
  SampleHandle,
  SubmittedTemplate,
  SubmitTemplate,
  TemplateSample,
} from './template.dto';

const errors = [
  'validation_error',
  'conflict',
  'limit_reached',
  'capability_error',
  'provider_error',
  'provider_outcome_unknown',
] as const;

/** Returns the provider account of a channel's number. */
export const getNumber = operation({
  subject: 'rpc.cloud-connector.number.get',
  effect: 'read',
  body: NumberRef,
  output: NumberAccount,
});

/** Uploads the sample of a media header to the provider. A repeat creates another handle, which does no harm. */
export const uploadTemplateSample = operation({
  subject: 'rpc.cloud-connector.template.upload-sample',
  effect: 'write',
  body: TemplateSample,
  output: SampleHandle,
  timeoutMs: 20_000,
  errors,
});

/** Submits a template once; answers `provider_outcome_unknown` if the provider may or may not have it. */
export const submitProviderTemplate = operation({
  subject: 'rpc.cloud-connector.template.submit',
  effect: 'send',
  body: SubmitTemplate,
  output: SubmittedTemplate,
  timeoutMs: 15_000,
  errors,
});

export const editProviderTemplate = operation({
  subject: 'rpc.cloud-connector.template.edit',
  effect: 'send',
  body: EditTemplate,
  output: Empty,
  timeoutMs: 15_000,
  errors,
});

/** Deletes a template. One that is already gone counts as deleted. */
export const deleteProviderTemplate = operation({
  subject: 'rpc.cloud-connector.template.delete',
  effect: 'send',
  body: DeleteTemplate,
  output: Empty,
  timeoutMs: 15_000,
  errors,
});

/** Returns one page of the templates in the provider account of a number. */
export const listProviderTemplates = operation({
  subject: 'rpc.cloud-connector.template.list',
  effect: 'read',
  body: ListProviderTemplates,
  output: ProviderTemplatePage,
  timeoutMs: 15_000,
  errors,
});
