import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { erasePerson, getErasure, type Erasure } from '@chat/contracts/crm';
import type { PersonRef } from '@chat/contracts/messaging';
import { exportPerson, ExportStream, type AskOfAccount, type ExportOutput } from '@chat/media/person-export';
import { openMedia } from './blobs';
import { accountOption, jsonOption } from './options';
import { ExportFile } from './person-output';
import { printRecord } from './print';
import { withAccount, type Ask } from './stack-bus';

const POLL_MS = 250;

interface OfPerson {
  account: number;
  phone?: string;
  userId?: string;
  json: boolean;
}

interface Export extends OfPerson {
  out?: string;
}

export function addPersonCommands(program: Command): void {
  const person = program
    .command('person')
    .description(
      "everything stored of one person, by phone number in any spelling or by the network's id of them",
    );

  person
    .command('export')
    .description('export all of it as one JSON document, with media as base64 or in files beside it')
    .addOption(accountOption())
    .addOption(phoneOption())
    .addOption(userIdOption())
    .option('--out <file>', 'write to this file, and media into a folder beside it; default: standard output')
    .addOption(jsonOption())
    .action(async ({ account, out, json, ...named }: Export) => {
      const person = refOf(named);
      const media = await openMedia();
      await withAccount(account, async (ask) => {
        const asked: AskOfAccount = (operation, input) => ask(operation, input, ofAccount(account));
        if (out === undefined) {
          const stream = new ExportStream(process.stdout, media);
          await exportPerson(asked, person, stream);
          return reportMissing(stream);
        }
        const file = await ExportFile.create(out, media);
        await exportPerson(asked, person, file).catch(async (error: unknown) => {
          await file.discard();
          throw error;
        });
        printRecord(file.summary(), json);
        reportMissing(file);
      });
    });

  person
    .command('erase')
    .description(
      'erase all of it, in all services, and wait until it is done; continues even if this command is interrupted',
    )
    .addOption(accountOption())
    .addOption(phoneOption())
    .addOption(userIdOption())
    .addOption(jsonOption())
    .action(async ({ account, json, ...named }: OfPerson) => {
      const body = refOf(named);
      const erasure = await withAccount(account, async (ask) =>
        untilErased(ask, account, await ask(erasePerson, { body }, ofAccount(account))),
      );
      const { id, requested_at, erased_at, erased } = erasure;
      printRecord({ account_id: account, id, requested_at, erased_at, erased }, json);
    });
}

/** Reports missing media. The document would look complete, and whoever gives it to the person has to know. */
function reportMissing({ missing }: ExportOutput): void {
  if (missing === 0) return;
  process.stderr.write(
    `The document lacks ${missing} files of media: they are not where this command looks. ` +
      'Give it the settings BLOB_STORE, BLOB_FOLDER and BLOB_S3_… of the services.\n',
  );
  process.exitCode = 1;
}

async function untilErased(ask: Ask, account: number, begun: Erasure): Promise<Erasure> {
  let erasure = begun;
  for (let told: string | null = null; erasure.erased_at === null;) {
    // The reason for waiting, such as a service that does not answer, is printed once.
    if (erasure.reason !== null && erasure.reason !== told) process.stderr.write(`${erasure.reason}\n`);
    told = erasure.reason;
    await delay(POLL_MS);
    erasure = await ask(getErasure, { body: { id: erasure.id } }, ofAccount(account));
  }
  return erasure;
}

/** Makes requests on behalf of an account; these operations ignore its plan. */
function ofAccount(id: number) {
  return {
    id,
    account_limit: 0,
    device_channels: false,
    cloud_channels: false,
    coexistence: false,
    rate_limit: 0,
  };
}

function phoneOption(): Option {
  return new Option('--phone <digits>', 'the number with country code')
    .conflicts('userId')
    .argParser((text) => {
      const digits = text.replaceAll(/[\s()+.-]/g, '');
      if (!/^\d{5,15}$/.test(digits)) {
        throw new InvalidArgumentError('It must be a number with country code, in digits.');
      }
      return digits;
    });
}

function userIdOption(): Option {
  return new Option('--user-id <id>', "the network's id of a person, as in provider_user_id");
}

function refOf({ phone, userId }: Pick<OfPerson, 'phone' | 'userId'>): PersonRef {
  if (phone !== undefined) return { phone };
  if (userId !== undefined) return { provider_user_id: userId };
  throw new Error('Name the person by --phone or --user-id.');
}
