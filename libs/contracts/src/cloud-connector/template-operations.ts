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

/** The account at the provider that the number of a channel belongs to. */
export const getNumber = operation({
  subject: 'rpc.cloud-connector.number.get',
  effect: 'read',
  body: NumberRef,
  output: NumberAccount,
});

/** Puts the sample of a media header at the provider. A repeat makes another handle and does no harm. */
export const uploadTemplateSample = operation({
  subject: 'rpc.cloud-connector.template.upload-sample',
  effect: 'write',
  body: TemplateSample,
  output: SampleHandle,
  timeoutMs: 20_000,
  errors,
});

/** Submits a template, once: `provider_outcome_unknown` when nobody can tell whether the provider has it. */
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

/** A template that is not there any more is deleted. */
export const deleteProviderTemplate = operation({
  subject: 'rpc.cloud-connector.template.delete',
  effect: 'send',
  body: DeleteTemplate,
  output: Empty,
  timeoutMs: 15_000,
  errors,
});

/** One page of the templates of a number's account. */
export const listProviderTemplates = operation({
  subject: 'rpc.cloud-connector.template.list',
  effect: 'read',
  body: ListProviderTemplates,
  output: ProviderTemplatePage,
  timeoutMs: 15_000,
  errors,
});
