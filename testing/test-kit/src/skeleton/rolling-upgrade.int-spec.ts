import { headers } from 'nats';
import { BusConnection, BusServer } from '@chat/bus';
import {
  Bool,
  Default,
  eventType,
  Id,
  IdParams,
  IfGiven,
  Int,
  ListOf,
  Nested,
  OneOf,
  operation,
  Optional,
  PageQuery,
  Text,
  Union,
  Verbatim,
  type Operation,
} from '@chat/contracts';
import { AppError } from '@chat/errors';
import { startTestService, type TestService } from '../test-service';
import { testContext } from '../test-bus';
import { until } from '../until';
import { createNote, Note, noteCreated, notesService } from './notes.service';

/** A contract in two versions of the code. The newer one has an additional member in every place. */
class OldPart {
  @Text({ max: 20 }) name!: string;
}

class NewPart extends OldPart {
  @Optional() @Int() size?: number;
}

class OldContent {
  @OneOf(['text']) type!: 'text';
  @Verbatim() text!: string;
}

class NewContent extends OldContent {
  @Optional() @Bool() preview?: boolean;
}

class OldBody {
  @Nested(() => OldPart) part!: OldPart;
  @ListOf(() => OldPart, { maxItems: 5 }) parts!: OldPart[];
  @Union(() => [OldContent]) content!: OldContent;
}

class NewBody {
  @Nested(() => NewPart) part!: NewPart;
  @ListOf(() => NewPart, { maxItems: 5 }) parts!: NewPart[];
  @Union(() => [NewContent]) content!: NewContent;
  @Optional() @Verbatim({ max: 20 }) colour?: string;
  @IfGiven() @Int() weight?: number;
  @Default('plain') @Optional() @Verbatim({ max: 20 }) style?: string;
}

class OldQuery extends PageQuery {}

class NewQuery extends PageQuery {
  @Optional() @Bool() archived?: boolean;
}

class NewParams extends IdParams {}

class OldAnswer {
  @Id() id!: number;
}

class NewAnswer extends OldAnswer {
  @Nested(() => NewPart) part!: NewPart;
}

const shared = { subject: 'rpc.rolling.thing.change', effect: 'write' } as const;
const older = operation({ ...shared, params: IdParams, query: OldQuery, body: OldBody, output: OldAnswer });
const newer = operation({ ...shared, params: NewParams, query: NewQuery, body: NewBody, output: NewAnswer });

const part = { name: 'a' };
const oldInput = {
  params: { id: 7 },
  query: { per_page: 5 },
  body: { part, parts: [part], content: { type: 'text' as const, text: 'hi' } },
};
const newInput = {
  params: { id: 7 },
  query: { per_page: 5, archived: true },
  body: {
    part: { ...part, size: 1 },
    parts: [{ ...part, size: 2 }],
    content: { type: 'text' as const, text: 'hi', preview: true },
    colour: 'red',
    weight: 3,
    style: 'bold',
  },
};

/** The input of a handler as JSON, which compares instances of DTO classes by their members. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('two versions side by side', () => {
  let service: TestService;
  let connection: BusConnection;
  let received: unknown;
  const faults: unknown[] = [];

  /** Answers one version's operation as its service would. */
  async function serve(definition: Operation, answer: object): Promise<BusServer> {
    const server = new BusServer(connection, 'rolling', (error) => faults.push(error));
    server.addHandler(
      definition.subject,
      (input) => {
        received = plain(input);
        return Promise.resolve(answer);
      },
      false,
      { operation: definition },
    );
    const failure: unknown = await new Promise((resolve) => server.listen(resolve));
    expect(failure).toBeUndefined();
    return server;
  }

  beforeAll(async () => {
    service = await startTestService(notesService);
    connection = service.bus.connection;
  });

  afterEach(() => expect(faults).toEqual([]));

  afterAll(() => service.stop());

  it('let a newer caller ask an older service, which drops what it does not know, at every depth', async () => {
    const server = await serve(older, { id: 7 });
    expect(await service.bus.request(newer, newInput)).toEqual({ id: 7 });
    expect(received).toEqual(oldInput);
    await server.close();
  });

  it('let an older caller ask a newer service, which fills in its defaults, and take an answer with more in it', async () => {
    const server = await serve(newer, { id: 7, part: { name: 'a', size: 1 } });
    expect(await service.bus.request(older, oldInput)).toMatchObject({ id: 7 });
    expect(received).toEqual({ ...oldInput, body: { ...oldInput.body, style: 'plain' } });
    await server.close();
  });

  it('still hold each other to the members that both know', async () => {
    const server = await serve(older, { id: 7 });
    const body = { ...newInput.body, part: { name: '', size: 1 } };
    const refusal = (await service.bus
      .request(newer, { ...newInput, body })
      .catch((error: unknown) => error)) as AppError;
    expect(refusal.details.errors).toEqual({ 'part.name': ['name must be text of 1 to 20 characters.'] });
    await server.close();
  });

  it('read a context with more or less in it than they know', async () => {
    const context = { ...testContext(), idempotencyKey: undefined, region: 'eu' };
    const envelope = headers();
    envelope.set('Chat-Context', JSON.stringify(context));
    const reply = await connection.nats.request(
      createNote.subject,
      JSON.stringify({ body: { text: 'context' }, extra: {} }),
      { headers: envelope, timeout: 20_000 },
    );
    expect([reply.headers?.get('Status'), reply.json()]).toEqual([
      '201',
      expect.objectContaining({ text: 'context' }),
    ]);
  });

  it('consume an event with more in it than they know', async () => {
    class NewNote extends Note {
      @OneOf(['red']) colour!: 'red';
    }
    const newerEvent = eventType({ ...noteCreated, data: NewNote });
    await service.bus.publish(newerEvent, { id: 4711, text: 'from a newer one', colour: 'red' });
    await until(async () => (await service.query(`SELECT FROM notes.copies WHERE id = 4711`)).length > 0, {
      describe: 'the copy',
    });
  });
});
