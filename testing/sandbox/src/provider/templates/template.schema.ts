import { z } from 'zod';

const upper = (values: readonly [string, ...string[]]) =>
  z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(values));

const header = z.strictObject({
  type: z.literal('HEADER'),
  format: upper(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']),
  text: z.string().optional(),
  example: z
    .strictObject({
      header_text: z.array(z.string()).optional(),
      header_text_named_params: z
        .array(z.strictObject({ param_name: z.string(), example: z.string() }))
        .optional(),
      header_handle: z.array(z.string()).optional(),
    })
    .optional(),
});

const body = z.strictObject({
  type: z.literal('BODY'),
  text: z.string().optional(),
  add_security_recommendation: z.boolean().optional(),
  example: z
    .strictObject({
      body_text: z.array(z.array(z.string())).optional(),
      body_text_named_params: z
        .array(z.strictObject({ param_name: z.string(), example: z.string() }))
        .optional(),
    })
    .optional(),
});

const footer = z.strictObject({
  type: z.literal('FOOTER'),
  text: z.string().optional(),
  code_expiration_minutes: z.number().int().min(1).max(90).optional(),
});

const app = z.strictObject({ package_name: z.string(), signature_hash: z.string() });

const templateButton = z.strictObject({
  type: upper(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'CATALOG', 'MPM', 'FLOW']),
  text: z.string().optional(),
  url: z.string().optional(),
  phone_number: z.string().optional(),
  example: z.union([z.string(), z.array(z.string())]).optional(),
  otp_type: upper(['COPY_CODE', 'ONE_TAP', 'ZERO_TAP']).optional(),
  autofill_text: z.string().optional(),
  zero_tap_terms_accepted: z.boolean().optional(),
  supported_apps: z.array(app).max(5).optional(),
  flow_id: z.string().optional(),
});

const buttons = z.strictObject({ type: z.literal('BUTTONS'), buttons: z.array(templateButton).min(1) });

const withUpperType = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { type } = value as { type?: unknown };
  return typeof type === 'string' ? { ...value, type: type.toUpperCase() } : value;
};

export const templateComponents = z.array(
  z.preprocess(withUpperType, z.discriminatedUnion('type', [header, body, footer, buttons])),
);

export const newTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: upper(['AUTHENTICATION', 'MARKETING', 'UTILITY']),
  parameter_format: upper(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  components: templateComponents,
  message_send_ttl_seconds: z.number().int().optional(),
  allow_category_change: z.boolean().optional(),
});

export const templateEdit = z.object({
  category: upper(['AUTHENTICATION', 'MARKETING', 'UTILITY']).optional(),
  components: templateComponents.optional(),
});

export type TemplateComponents = z.infer<typeof templateComponents>;
export type TemplateButton = z.infer<typeof templateButton>;
export type NewTemplate = z.infer<typeof newTemplate>;

/** Returns the component of that type; a template has at most one of each. */
export function componentOf<T extends TemplateComponents[number]['type']>(
  components: TemplateComponents,
  type: T,
): Extract<TemplateComponents[number], { type: T }> | undefined {
  return components.find((component) => component.type === type) as
    Extract<TemplateComponents[number], { type: T }> | undefined;
}
