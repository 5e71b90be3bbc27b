import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { searchText } from '@chat/lists';
import { writtenForms } from '@chat/phone-numbers';
import { ConversationTextsRepository, type ShownPerson } from './conversation-texts.repository';

/** How many changes share a transaction: some tens of milliseconds of work. */
const BATCH_SIZE = 200;
const POLL_MS = 1_000;

/** Keeps the texts by which conversations are found, shortly after the names and numbers that they are made of. */
@Injectable()
export class ConversationTextsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: ConversationTextsRepository,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'conversation-texts', round: () => this.renewBatch(), everyMs: POLL_MS });
  }

  /** @returns whether there may be more. */
  private async renewBatch(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.texts.tryLock(manager))) return false;
      const people = await this.texts.takeRenamed(BATCH_SIZE, manager);
      if (people.length === 0) return false;
      const shown = await this.texts.findShown(people, manager);
      const texts = shown.map((person) => ({
        accountId: person.account_id,
        id: person.id,
        searchText: textOf(person),
      }));
      if (texts.length > 0) await this.texts.write(texts, manager);
      return people.length === BATCH_SIZE;
    });
  }
}

function textOf({ name, username, phone }: ShownPerson): string {
  const names = [name, username].filter((one) => one !== null);
  return searchText(...names, ...(phone === null ? [] : writtenForms(phone)));
}
