import { Id, operation, Optional, Text } from '@chat/contracts';
import { placesOf } from './examples';
import { listRoutes, paramsOf } from '../document/route';

class NamesAPlanet {
  @Text({ max: 10 }) title!: string;
  @Optional() @Id() planet_id?: number;
}

const routes = listRoutes();
const kindsOf = (http: string) =>
  placesOf(routes.find((route) => route.http === http)!).map(({ part, name, kind }) => [
    part,
    name,
    kind.name,
  ]);

describe('the records that requests name', () => {
  it.each(routes)('are all defined for $http', (route) => {
    expect(() => placesOf(route)).not.toThrow();
  });

  it('are found in paths, queries and bodies', () => {
    expect(kindsOf('POST /v1/tickets')).toContainEqual(['body', 'contact_id', 'contact']);
    expect(kindsOf('GET /v1/tickets')).toContainEqual(['query', 'type', 'ticket type']);
    expect(kindsOf('GET /v1/messages/{id}')).toEqual([['path', 'id', 'message']]);
  });

  it('do not include words that happen to have the same name', () => {
    expect(kindsOf('POST /v1/devices')).toEqual([]);
  });

  it.each([
    ['/v1/planets/{id}', undefined, 'id'],
    ['/v1/planets', NamesAPlanet, 'planet_id'],
  ] as const)('fail the run when they are undefined, with the file to extend: %s', (path, body, name) => {
    const declared = operation({
      http: `POST ${path}`,
      subject: 'rpc.crm.planet.create',
      effect: 'write',
      body,
      output: NamesAPlanet,
    });
    const http = `POST ${path}`;
    const route = {
      http,
      method: 'POST',
      path,
      operation: declared,
      successor: http,
      isLegacy: false,
      fixedQuery: {},
      isPublic: false,
    };
    expect(() => placesOf(route)).toThrow(
      new RegExp(`POST ${path.replace(/[{}]/g, '\\$&')}: .* what ${name} names.*routes/records/crm.ts`),
    );
  });
});

it('finds the parameters of a path, each with the path before it', () => {
  expect(paramsOf('/v1/webhooks/{id}/deliveries/{deliveryId}')).toEqual([
    { name: 'id', upTo: '/v1/webhooks/{id}' },
    { name: 'deliveryId', upTo: '/v1/webhooks/{id}/deliveries/{deliveryId}' },
  ]);
});
