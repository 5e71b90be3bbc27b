import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import specs from '@asyncapi/specs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { stringify } from 'yaml';
import { asyncApiDocument } from '.';
import { eventTypes } from '../table';

const file = join(__dirname, '../../../../docs/asyncapi.yaml');

describe('the AsyncAPI document', () => {
  const document = asyncApiDocument();

  it('matches its committed copy; to regenerate: UPDATE_SCHEMAS=1 npx jest libs/contracts', async () => {
    const printed = stringify(document, {
      blockQuote: 'literal',
      lineWidth: 0,
      aliasDuplicateObjects: false,
    });
    if (process.env.UPDATE_SCHEMAS) await writeFile(file, printed);
    expect(printed).toBe(await readFile(file, 'utf8'));
  });

  it('is valid against the AsyncAPI 3.0 schema', () => {
    const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, logger: false });
    addFormats(ajv);
    const isValid = ajv.compile(specs.schemas['3.0.0'] as object);
    isValid(document);
    expect(isValid.errors).toBeNull();
  });

  it('contains every event that is not internal to the services', () => {
    const channels = Object.values(document['channels'] as Record<string, { address: string }>);
    const subjects = eventTypes
      .map(({ subject }) => subject)
      .filter((subject) => !subject.includes('.internal.'));
    expect(channels.map(({ address }) => address).sort()).toEqual([...subjects].sort());
  });
});
