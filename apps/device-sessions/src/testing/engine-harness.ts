import type { MediaState, PhoneMessage, WrittenMessage } from '@chat/test-kit';
import type { CloseReason } from '../engines/close-reasons';
import type { DeviceEngine } from '../engines/device-engine';

/** An engine under test, with the phones of its network. */
export interface EngineHarness {
  readonly engine: DeviceEngine;
  /** The same engine with a network that cannot be reached. */
  readonly unreachable: DeviceEngine;
  /** The same engine with a network whose codes expire quickly. */
  readonly impatient: DeviceEngine;
  /** Another phone on the network: digits with country code. */
  readonly customer: string;
  /** Scans the code as the owner of the phone. */
  scan(phone: string, qrText: string): Promise<void>;
  /** Types the code in as the owner of the phone. */
  enterCode(phone: string, code: string): Promise<void>;
  /** Removes the phone's linked devices as its owner. */
  unlink(phone: string): Promise<void>;
  /** Returns how many devices are linked to the phone. */
  linkedDevices(phone: string): Promise<number>;
  /** Why this network can end connections by itself. */
  readonly endings: readonly CloseReason[];
  /** Ends the connections of the phone's devices as the network. */
  end(phone: string, reason: CloseReason): Promise<void>;
  /** Breaks the connections of the phone's devices as an outage that says nothing of the link, in each way it knows. */
  readonly outages: readonly ((phone: string) => Promise<void>)[];
  /** Returns a state as the engine would keep it, of a link that the network never made. */
  forgedState(): string;
  /** Writes to the phone as the customer. @returns the message's id on the network. */
  write(phone: string, text: string): Promise<string>;
  /** Writes any message that the control API accepts as the customer. @returns the message's id on the network. */
  writeAny(phone: string, message: Omit<WrittenMessage, 'to'>): Promise<string>;
  /** Sets how the network answers requests for the bytes of a message that the customer wrote. */
  setMedia(chatMessageId: string, state: MediaState): Promise<void>;
  /** A person whose number has two spellings, of which the network knows one. */
  personOfTwoSpellings(): Promise<{ given: string; registered: string }>;
  /** A number that is not on the network. */
  unregisteredNumber(): Promise<string>;
  /** A person whose number the network hides. @returns the number. */
  hiddenPerson(): Promise<string>;
  showNumber(person: string): Promise<void>;
  /** Writes to the phone as this person. @returns the message's id on the network. */
  writeAs(person: string, phone: string, text: string): Promise<string>;
  /** Writes to the customer on the phone itself. @returns the message's id on the network. */
  echo(phone: string, message: Omit<WrittenMessage, 'to'>): Promise<string>;
  /** Has the network replace the codes that it shows now. */
  retireCodes(): Promise<void>;
  demandPasskey(phone: string): Promise<void>;
  /** Forbids the phone to start new chats until then. */
  restrict(phone: string, until: Date): Promise<void>;
  /** The customer's device could not read this message, and asks for it again. */
  failToRead(chatMessageId: string): Promise<void>;
  /** Waits until the device can read it. */
  untilReadableAgain(chatMessageId: string): Promise<void>;
  /** Lets nothing through on the phone's connections, which stay open. */
  silence(phone: string, forMs: number): Promise<void>;
  /** Opens the chat with the phone as the customer. */
  openChat(phone: string): Promise<void>;
  /** Returns whether the customer sees that somebody types on the phone. */
  seesTyping(phone: string): Promise<boolean>;
  /** Returns whether the customer sees that a message was read. */
  isRead(chatMessageId: string): Promise<boolean>;
  /** Returns what the customer received under this id. */
  received(chatMessageId: string): Promise<PhoneMessage[]>;
  /** Returns what this person received under this id. */
  receivedBy(person: string, chatMessageId: string): Promise<PhoneMessage[]>;
  /** Returns the bytes that the customer received under this id. */
  receivedMedia(chatMessageId: string): Promise<Buffer>;
  /** Sets what the network does with the send of this reference. */
  meet(reference: string, fate: EngineFate): Promise<void>;
  /** The code with which sends of the fates `refused` and `failed_later` end. */
  readonly refusalCode: number;
  stop(): Promise<void>;
}

export type EngineFate = 'refused' | 'no_answer' | 'broken' | 'slow' | 'failed_later';
