import { closeCodes } from '@chat/device-network';
import { AnyObject, Digits, Int, Nested, OneOf, Optional, Text, Verbatim } from '@chat/contracts';
import { faultModes, type FaultMode } from '../faults/fault';

/** A phone number, as it stands in paths and bodies of the control API. */
export class PhonePath {
  @Digits({ min: 5 }) digits!: string;
}

export class PutPhone {
  @Optional() @Text({ max: 100 }) name?: string;
  @Optional() @OneOf(['on', 'stop']) marketing?: 'on' | 'stop';
}

export class LinkPhone {
  /** The data URI of the QR code, as the API answers it. */
  @Optional() @Verbatim({ min: 1, max: 500_000 }) qr?: string;
  @Optional() @Text({ max: 20 }) pairing_code?: string;
}

export class DisconnectPhone {
  @Optional() @Int({ min: 400, max: 599 }) code: number = closeCodes.connectionClosed;
}

export class WriteMessage {
  @Digits({ min: 5 }) to!: string;
  @Optional() @OneOf(['text', 'unsupported']) type: 'text' | 'unsupported' = 'text';
  /** Of a text. */
  @Optional() @Verbatim({ min: 1, max: 65_536 }) text?: string;
  /** Of what is unsupported: something that only a later version of the app knows. */
  @Optional() @AnyObject() content?: object;
}

export class ReadChat {
  @Digits({ min: 5 }) from!: string;
}

export class FaultMatch {
  @Optional() @Digits() to?: string;
  @Optional() @Verbatim({ min: 1, max: 200 }) reference?: string;
}

export class PutFault {
  @Optional() @Nested(() => FaultMatch) match: FaultMatch = {};
  @OneOf(faultModes) mode!: FaultMode;
  @Optional() @Int({ min: 0, max: 1_000_000 }) code?: number;
  @Optional() @Int({ min: 0, max: 600_000 }) delay_ms?: number;
  @Optional() @Int({ min: 0, max: 1_000_000 }) times: number = 1;
  @Optional() @Int({ min: 1, max: 1_000_000 }) attempts?: number;
}

export class SendsQuery {
  /** Our message id. */
  @Optional() @Digits({ max: 20 }) reference?: string;
}
