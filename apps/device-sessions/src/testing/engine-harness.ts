import type { PhoneMessage, WrittenMessage } from '@chat/testing';
import type { DeviceEngine } from '../engines/device-engine';

/** An engine under test, with the phones of its network. */
export interface EngineHarness {
  readonly engine: DeviceEngine;
  /** The same engine, where nobody answers. */
  readonly unreachable: DeviceEngine;
  /** The same engine on a network that shows codes for a moment only. */
  readonly impatient: DeviceEngine;
  /** Somebody else on the network: digits with country code. */
  readonly customer: string;
  /** The owner of a phone scans the code. */
  scan(phone: string, qrText: string): Promise<void>;
  /** The owner of a phone types the code in. */
  enterCode(phone: string, code: string): Promise<void>;
  /** The owner removes the phone's linked devices. */
  unlink(phone: string): Promise<void>;
  /** How many devices are linked to the phone. */
  linkedDevices(phone: string): Promise<number>;
  /** The network ends the connections of the phone's devices. */
  disconnect(phone: string, code: number): Promise<void>;
  /** The customer writes to the phone. @returns the message's id on the network. */
  write(phone: string, text: string): Promise<string>;
  /** The customer writes what the control API takes. @returns the message's id on the network. */
  writeAny(phone: string, message: Omit<WrittenMessage, 'to'>): Promise<string>;
  /** What the network does when it is asked for the bytes of a message that the customer wrote. */
  setMedia(chatMessageId: string, state: 'there' | 'unavailable' | 'gone'): Promise<void>;
  /** The customer opens the chat with the phone. */
  openChat(phone: string): Promise<void>;
  /** Whether the customer sees that a message was read. */
  isRead(chatMessageId: string): Promise<boolean>;
  /** What the customer received under this id. */
  received(chatMessageId: string): Promise<PhoneMessage[]>;
  /** The bytes that came with it. */
  receivedMedia(chatMessageId: string): Promise<Buffer>;
  /** What the network does with the send of this reference. */
  meet(reference: string, fate: EngineFate): Promise<void>;
  stop(): Promise<void>;
}

export type EngineFate = 'refused_with_463' | 'no_answer' | 'broken' | 'slow' | 'failed_later_with_479';
