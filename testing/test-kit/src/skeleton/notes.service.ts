import { Controller, Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  BackgroundLoops,
  BusClient,
  BusServer,
  EventConsumers,
  Handles,
  onBatch,
  RawJson,
  Reply,
  Transactions,
  type Transaction,
} from '@chat/bus';
import {
  Empty,
  eventType,
  Id,
  OneOf,
  operation,
  Text,
  type CloudEvent,
  type InputOf,
  type RequestContext,
} from '@chat/contracts';
import { channelDeleted } from '@chat/contracts/channels';
import { AppError } from '@chat/errors';
import {
  busService,
  type ChannelPurge,
  DeletedChannels,
  deletedChannelsSql,
  deleteRowsOf,
  loadConfig,
} from '@chat/service-kit';

/** A minimal service that uses every part of the skeleton, for the skeleton's specs. */
export class Note {
  @Id() id!: number;
  @Text({ max: 20 }) text!: string;
}

export class NoteText {
  @Text({ max: 20 }) text!: string;
}

export class NoteRef {
  @Id() id!: number;
}

export const createNote = operation({
  subject: 'rpc.notes.note.create',
  effect: 'write',
  body: NoteText,
  output: Note,
  status: 201,
});

export const failures = ['crash', 'busy', 'relay'] as const;

export class NoteFailure {
  @OneOf(failures) how!: (typeof failures)[number];
}

/** Fails as the caller chooses. */
export const failNote = operation({
  subject: 'rpc.notes.note.fail',
  effect: 'write',
  body: NoteFailure,
  output: Empty,
});

export const readNotes = operation({ subject: 'rpc.notes.note.read', effect: 'read', output: Empty });

/** A read of a service that no spec starts; no spec waits for its response. */
export const readElsewhere = operation({
  subject: 'rpc.elsewhere.note.read',
  effect: 'read',
  timeoutMs: 120_000,
  output: Empty,
});

/** Returns the response of `readElsewhere`. */
export const consultElsewhere = operation({
  subject: 'rpc.notes.note.consult',
  effect: 'read',
  timeoutMs: 120_000,
  output: Empty,
});

export const claimNote = operation({
  subject: 'rpc.notes.note.claim',
  effect: 'write',
  body: NoteRef,
  output: Empty,
});

export const writeOwnedNote = operation({
  subject: 'rpc.notes.note.write',
  effect: 'write',
  body: NoteRef,
  output: Empty,
  owner: { member: 'id', claim: 'rpc.notes.note.claim' },
});

export const noteCreated = eventType({
  type: 'note.created',
  subject: 'evt.notes.note.created',
  data: Note,
  webhook: false,
});

export const noteCopied = eventType({
  type: 'note.copied',
  subject: 'evt.notes.note.copied',
  data: NoteRef,
  webhook: false,
});

class CreateNotes1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(deletedChannelsSql('notes'));
    await runner.query(
      'CREATE TABLE notes.notes (id bigint GENERATED ALWAYS AS IDENTITY, text text NOT NULL)',
    );
    await runner.query('CREATE TABLE notes.copies (id bigint NOT NULL, text text NOT NULL)');
    await runner.query(
      'CREATE TABLE notes.pins (account_id bigint NOT NULL, channel_id bigint NOT NULL, number integer NOT NULL)',
    );
  }

  async down(): Promise<void> {}
}

@Injectable()
export class NotesService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  async create(text: string, context: RequestContext): Promise<Note> {
    return this.transactions.run(context, async (tx) => {
      const [note]: [Note] = await tx.manager.query(
        'INSERT INTO notes.notes (text) VALUES ($1) RETURNING id, text',
        [text],
      );
      tx.emit(noteCreated, {
        accountId: context.account.id,
        entity: `notes/${note.id}`,
        entityVersion: 1,
        channelId: null,
        data: note,
      });
      if (text === 'roll back') throw new AppError('conflict');
      return note;
    });
  }

  async readAll(): Promise<string> {
    const [row]: [{ json: string }] = await this.dataSource.query(
      `SELECT coalesce(json_agg(text ORDER BY id), '[]')::text AS json FROM notes.notes`,
    );
    return row.json;
  }
}

/** Deletes in the background. */
@Injectable()
export class NotesSweep {
  constructor(
    @Inject(BackgroundLoops) loops: BackgroundLoops,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {
    loops.add({ name: 'sweep', round: () => this.round(), everyMs: 1_000 });
  }

  async round(): Promise<void> {
    await this.dataSource.query(`DELETE FROM notes.notes WHERE text = 'sweep me'`);
  }
}

/** Deletes the notes that are pinned to a deleted channel. */
@Injectable()
export class NotesChannelPurge implements ChannelPurge, OnApplicationBootstrap {
  readonly purgeSome = deleteRowsOf('notes.pins');

  constructor(@Inject(DeletedChannels) private readonly channels: DeletedChannels) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }
}

@Controller()
export class NotesController implements OnApplicationBootstrap {
  constructor(
    @Inject(NotesService) private readonly notes: NotesService,
    @Inject(BusServer) private readonly server: BusServer,
    @Inject(BusClient) private readonly bus: BusClient,
    @Inject(EventConsumers) private readonly consumers: EventConsumers,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'notes-copies',
      subject: 'evt.notes.note.*',
      patienceMs: 100,
      batchSize: 64,
      bindings: [onBatch([noteCreated], (events, tx) => this.copy(events, tx))],
    });
  }

  private async copy(events: CloudEvent<Note>[], tx: Transaction): Promise<void> {
    await tx.manager.query(
      'INSERT INTO notes.copies (id, text) SELECT * FROM unnest($1::bigint[], $2::text[])',
      [events.map(({ data }) => data.id), events.map(({ data }) => data.text)],
    );
    if (events.some(({ data }) => data.text === 'poison')) throw new Error('This note cannot be copied.');
    for (const event of events) {
      tx.causedBy(event).emit(noteCopied, {
        accountId: Number(event.accountid),
        entity: event.subject,
        entityVersion: 1,
        channelId: null,
        data: { id: event.data.id },
      });
    }
  }

  @Handles(createNote)
  async create({ body }: InputOf<typeof createNote>, context: RequestContext): Promise<Note> {
    return this.notes.create(body.text, context);
  }

  @Handles(failNote)
  async fail({ body }: InputOf<typeof failNote>, context: RequestContext): Promise<Empty> {
    switch (body.how) {
      case 'crash':
        throw new Error('a fault nobody expected');
      case 'busy':
        throw new AppError('service_unavailable', {}, { cause: new Error('the reason') });
      case 'relay':
        return this.bus.request(failNote, context, { body: { how: 'busy' } });
    }
  }

  @Handles(readNotes)
  async read(): Promise<Reply<Empty>> {
    return new Reply(new RawJson(`{"texts":${await this.notes.readAll()}}`), {});
  }

  @Handles(consultElsewhere)
  async consult(_: InputOf<typeof consultElsewhere>, context: RequestContext): Promise<Empty> {
    return this.bus.request(readElsewhere, context, {});
  }

  @Handles(claimNote)
  async claim({ body }: InputOf<typeof claimNote>): Promise<Empty> {
    this.server.own(String(body.id));
    return Promise.resolve({});
  }

  @Handles(writeOwnedNote)
  async write(): Promise<Empty> {
    return Promise.resolve({});
  }
}

@Module({ controllers: [NotesController], providers: [NotesService, NotesSweep, NotesChannelPurge] })
class NotesModule {}

export const notesService = busService({
  name: 'notes',
  loadConfig: (environment) => loadConfig({}, environment),
  database: { schema: 'notes', entities: [], migrations: [CreateNotes1764000000000] },
  module: NotesModule,
  busUse: {
    calls: [failNote, readElsewhere],
    consumes: { 'notes-copies': 'evt.notes.note.*', 'notes-channel-events': channelDeleted.subject },
  },
});
