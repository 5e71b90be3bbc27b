import { convertV2 } from 'openapi-to-postmanv2';
import { openApiDocument } from '.';

interface Part {
  readonly name: string;
  readonly item?: Part[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly path: string[] };
    readonly header: { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw?: string };
  };
}

/** Imports the document as Postman does and returns the resulting collection. */
function importIntoPostman(): Promise<Part> {
  const input = { type: 'json' as const, data: openApiDocument('https://api.chat.test') };
  return new Promise((resolve, reject) =>
    convertV2(input, { parametersResolution: 'Example' }, (error, result) => {
      if (error || !result?.result) reject(new Error(error?.message ?? result?.reason));
      else resolve(result.output![0]!.data as unknown as Part);
    }),
  );
}

function requestsIn({ item = [], request }: Part): NonNullable<Part['request']>[] {
  return [...(request ? [request] : []), ...item.flatMap(requestsIn)];
}

describe('the document in Postman', () => {
  it('becomes a collection with a request for every operation, filled with its example', async () => {
    const requests = requestsIn(await importIntoPostman());
    const lines = requests.map(({ method, url }) =>
      `${method} /${url.path.join('/')}`.replace(/:(\w+)/g, '{$1}'),
    );
    const described = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(lines.sort()).toEqual(described.sort());
    const create = requests.find(
      ({ method, url }) => method === 'POST' && url.path.join('/') === 'v1/contacts',
    )!;
    expect(JSON.parse(create.body!.raw!)).toEqual({
      firstname: 'Ada',
      lastname: 'Lovelace',
      mobile_code: '1',
      mobile: '4155550123',
    });
  });
});
