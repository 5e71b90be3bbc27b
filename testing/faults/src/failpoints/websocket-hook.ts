import { WebSocket } from 'ws';
import { isAwaited, reach } from './reach';

type Send = (this: WebSocket, data: unknown, ...rest: unknown[]) => void;
type Emit = (this: WebSocket, name: string, ...args: unknown[]) => boolean;

/** Creates failpoints for every frame that a client of the chat network writes and reads. */
export function hookWebSocket(): void {
  const prototype = WebSocket.prototype as unknown as { send: Send; emit: Emit };
  const { send, emit } = prototype;
  prototype.send = function hooked(data, ...rest) {
    if (!isClient(this) || !isAwaited('network-write')) return send.call(this, data, ...rest);
    const type = typeOf(data);
    reach('before', 'network-write', type);
    send.call(this, data, ...rest);
    reach('after', 'network-write', type);
  };
  prototype.emit = function hooked(name, ...args) {
    if (name !== 'message' || !isClient(this) || !isAwaited('network-read'))
      return emit.call(this, name, ...args);
    const type = typeOf(args[0]);
    reach('before', 'network-read', type);
    const isHeard = emit.call(this, name, ...args);
    reach('after', 'network-read', type);
    return isHeard;
  };
}

/** Excludes the network's own end, in the sandbox, which is not part of the product. */
function isClient(socket: WebSocket): boolean {
  return (socket as unknown as { _isServer: boolean })._isServer === false;
}

function typeOf(frame: unknown): string[] {
  const [, type] = /"type":"(\w+)"/.exec(Buffer.from(frame as string).toString()) ?? [];
  return type === undefined ? [] : [type];
}
