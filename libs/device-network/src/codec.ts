import { engineMessages, networkMessages, type EngineMessage, type NetworkMessage } from './messages';
import type { Shapes, UnionOf } from './shape';

/** Thrown for a frame that is not a message of the protocol. Its connection must not be trusted any further. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

/** Serializes a message to a frame. */
export function encode(message: EngineMessage | NetworkMessage): string {
  return JSON.stringify(message);
}

/** @throws ProtocolError when the frame is not a message that an engine sends. */
export function decodeEngineMessage(frame: string): EngineMessage {
  return decode(engineMessages, frame);
}

/** @throws ProtocolError when the frame is not a message that the network sends. */
export function decodeNetworkMessage(frame: string): NetworkMessage {
  return decode(networkMessages, frame);
}

function decode<S extends Shapes>(shapes: S, frame: string): UnionOf<S> {
  const message = parseObject(frame);
  const shape = Object.hasOwn(shapes, String(message.type)) ? shapes[String(message.type)] : undefined;
  if (!shape) throw new ProtocolError('The frame is of no known type.');
  for (const [name, check] of Object.entries(shape)) {
    if (!check(Object.hasOwn(message, name) ? message[name] : undefined)) {
      throw new ProtocolError(`The member ${name} of ${String(message.type)} is not what it must be.`);
    }
  }
  return message as UnionOf<S>;
}

function parseObject(frame: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    throw new ProtocolError('The frame is not JSON.');
  }
  if (typeof value !== 'object' || value === null) throw new ProtocolError('The frame is no object.');
  return value as Record<string, unknown>;
}
