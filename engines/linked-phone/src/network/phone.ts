import { randomInt } from 'node:crypto';
import type { proto } from '@whiskeysockets/baileys';
import type { LinkedDevice } from './linked-device';
import { PrimaryDevice } from './primary-device';

/** A message as a phone received it. */
export interface PhoneMessage {
  id: string;
  from: Phone;
  message: proto.IMessage;
  at: Date;
}

/** A phone on the network: of the business, or of a customer. */
export class Phone {
  readonly primary = new PrimaryDevice();
  /** The id by which it is known where its number is hidden. */
  readonly lidDigits = `1${randomInt(10 ** 6, 10 ** 7)}${randomInt(10 ** 6, 10 ** 7)}`;
  readonly devices = new Map<number, LinkedDevice>();
  /** What it received and could read, in order; what came twice is there twice. */
  readonly messages: PhoneMessage[] = [];
  /** The ids of messages that it received and could not read. */
  readonly unreadable = new Set<string>();
  /** The same, and those that it could read later. */
  readonly failures: string[] = [];
  /** Whom it has written to or heard from. */
  readonly contacts = new Set<Phone>();
  hidesNumber = false;
  /** Whether others are told of its id: the network does not have one for everybody yet. */
  hasId = true;
  demandsPasskey = false;
  /** Whether others see that it has read their messages. */
  tellsReads = true;
  /** Whether it answers what its own devices ask. */
  answersDevices = true;
  /** It may not start new chats until then. */
  restrictedUntil: Date | null = null;
  private lastDevice = 0;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    readonly digits: string,
    public name: string,
  ) {}

  get jid(): string {
    return `${this.digits}@s.whatsapp.net`;
  }

  get lid(): string {
    return `${this.lidDigits}@lid`;
  }

  nextDeviceNumber(): number {
    return (this.lastDevice += 1);
  }

  /** Does one thing at a time: a session may not be used twice at once. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.work.then(work);
    this.work = result.catch(() => undefined);
    return result;
  }
}
