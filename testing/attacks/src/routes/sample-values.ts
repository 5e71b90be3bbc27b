import { membersOf, type Dto, type Kind, type Member } from '@chat/contracts';
import type { Tenant } from '../world/tenant';

/** Values for members whose name says more than their kind. */
const byName: Readonly<Record<string, (tenant: Tenant) => unknown>> = {
  mobile_code: () => '1',
  mobile: (tenant) => tenant.number().slice(1),
  phone: (tenant) => tenant.number(),
  phone_number: (tenant) => tenant.number(),
  url: (tenant) => tenant.url(),
  events: () => ['ticket.created'],
};

/** Whether a member holds a URL that the product may call. */
export function isUrl({ name, kind }: Pick<Member, 'name' | 'kind'>): boolean {
  return kind.textForm === 'text' && /(^|_)url$/.test(name);
}

/** A valid value of a member, as far as its kind determines one. */
export function sampleOf(member: Pick<Member, 'name' | 'kind'>, tenant: Tenant): unknown {
  if (isUrl(member)) return tenant.url();
  return Object.hasOwn(byName, member.name)
    ? byName[member.name]!(tenant)
    : sampleOfKind(member.kind, tenant);
}

/** The required members of an object, each with a valid value. */
export function sampleObject(dto: Dto, tenant: Tenant): Record<string, unknown> {
  const required = [...membersOf(dto).values()].filter(({ mayBeAbsent }) => !mayBeAbsent);
  return Object.fromEntries(required.map((member) => [member.name, sampleOf(member, tenant)]));
}

/** The DTO classes of objects of this kind. */
export function classesOf(kind: Kind): Dto[] {
  const found: Dto[] = [];
  kind.schema((dto) => {
    found.push(dto);
    return {};
  });
  return found;
}

function sampleOfKind(kind: Kind, tenant: Tenant): unknown {
  if (kind.items) return [sampleOfKind(kind.items.kind, tenant)];
  const [dto] = classesOf(kind);
  if (dto) return sampleObject(dto, tenant);
  const schema = kind.schema(() => ({}));
  const values = schema['enum'] as unknown[] | undefined;
  if (values) return values[0];
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return sampleText(schema, tenant);
    default:
      return {};
  }
}

function sampleText(schema: Record<string, unknown>, tenant: Tenant): string {
  const { pattern, maxLength = 60 } = schema as { pattern?: string; maxLength?: number };
  if (pattern !== undefined) return '1';
  const text = tenant.text();
  return text.slice(0, Math.min(maxLength, text.length));
}
