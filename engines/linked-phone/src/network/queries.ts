import {
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type BinaryNode,
} from '@whiskeysockets/baileys';
import type { Directory } from './directory';
import { bundleNodes, uploadedKeys } from './key-bundle';
import type { LinkedDevice } from './linked-device';
import { errorTo, resultOf, seconds } from './stanzas';

/** Answers what linked devices ask the network itself. */
export class Queries {
  /**
   * Whether a device that has just been linked is told that the network has none of its keys. The library answers that with
   * 812, which take longer than all the rest of linking; otherwise with a few.
   */
  wantsAllKeys = false;

  constructor(
    private readonly directory: Directory,
    private readonly mediaHost: string,
    private readonly unlink: (device: LinkedDevice) => void,
  ) {}

  async answer(device: LinkedDevice, query: BinaryNode): Promise<BinaryNode> {
    const [asked] = getAllBinaryNodeChildren(query);
    switch (query.attrs.xmlns) {
      case 'encrypt':
        return this.aboutKeys(device, query, asked);
      case 'usync':
        return this.lookUp(query, asked);
      case 'w:m':
        return resultOf(query, [this.mediaConnection()]);
      case 'w:mex':
        return resultOf(query, [aboutRestriction(device)]);
      case 'privacy':
        return resultOf(query, asked?.tag === 'privacy' ? [privacyOf(device)] : []);
      case 'blocklist':
        return resultOf(query, [{ tag: 'list', attrs: {} }]);
      case 'abt':
        return resultOf(query, [{ tag: 'props', attrs: {} }]);
      case 'md':
        if (asked?.tag === 'remove-companion-device') this.unlink(device);
        return resultOf(query);
      default:
        return resultOf(query);
    }
  }

  private async aboutKeys(device: LinkedDevice, query: BinaryNode, asked?: BinaryNode): Promise<BinaryNode> {
    if (query.attrs.type === 'set') {
      device.keys.push(...uploadedKeys(query));
      return resultOf(query);
    }
    switch (asked?.tag) {
      case 'count': {
        const value = String(device.keys.length || (this.wantsAllKeys ? 0 : 1));
        return resultOf(query, [{ tag: 'count', attrs: { value } }]);
      }
      case 'digest':
        return resultOf(query, [{ tag: 'digest', attrs: {} }]);
      case 'key': {
        const addresses = getBinaryNodeChildren(asked, 'user').map(({ attrs }) => attrs.jid ?? '');
        const users = await Promise.all(addresses.map((jid) => this.bundle(jid)));
        return resultOf(query, [{ tag: 'list', attrs: {}, content: users }]);
      }
      default:
        return errorTo(query, 400, 'bad-request');
    }
  }

  private async bundle(jid: string): Promise<BinaryNode> {
    const bundle =
      this.directory.findDevice(jid)?.bundle() ?? (await this.directory.find(jid)?.primary.bundle());
    const missing = { tag: 'error', attrs: { code: '404', text: 'item-not-found' } };
    return { tag: 'user', attrs: { jid }, content: bundle ? bundleNodes(bundle) : [missing] };
  }

  private lookUp(query: BinaryNode, usync?: BinaryNode): BinaryNode {
    const wanted = new Set(
      getAllBinaryNodeChildren(getBinaryNodeChild(usync, 'query')!).map(({ tag }) => tag),
    );
    const users = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user');
    const list = { tag: 'list', attrs: {}, content: users.map((user) => this.found(user, wanted)) };
    return resultOf(query, [{ tag: 'usync', attrs: { ...usync?.attrs }, content: [list] }]);
  }

  private found(user: BinaryNode, wanted: ReadonlySet<string>): BinaryNode {
    const contact = getBinaryNodeChild(user, 'contact')?.content;
    const number = contact === undefined ? null : Buffer.from(contact as Uint8Array).toString();
    const digits = number?.replace(/\D/g, '');
    const phone =
      digits === undefined ? this.directory.find(user.attrs.jid ?? '') : this.directory.findNumber(digits);
    const content: BinaryNode[] = [];
    if (wanted.has('contact'))
      content.push({ tag: 'contact', attrs: { type: phone ? 'in' : 'out' }, content: number ?? '' });
    if (phone?.hasId && wanted.has('lid')) content.push({ tag: 'lid', attrs: { val: phone.lid } });
    if (phone && wanted.has('devices')) {
      const devices = [...phone.devices.keys()].map((id) => ({
        tag: 'device',
        attrs: { id: String(id), 'key-index': String(id) },
      }));
      const deviceList = [{ tag: 'device', attrs: { id: '0' } }, ...devices];
      content.push({
        tag: 'devices',
        attrs: {},
        content: [{ tag: 'device-list', attrs: {}, content: deviceList }],
      });
    }
    return {
      tag: 'user',
      attrs: { jid: user.attrs.jid ?? phone?.jid ?? `${digits}@s.whatsapp.net` },
      content,
    };
  }

  private mediaConnection(): BinaryNode {
    const host = { tag: 'host', attrs: { hostname: this.mediaHost, maxContentLengthBytes: '104857600' } };
    return { tag: 'media_conn', attrs: { auth: 'auth', ttl: '300' }, content: [host] };
  }
}

function privacyOf({ owner }: LinkedDevice): BinaryNode {
  const value = owner.tellsReads ? 'all' : 'none';
  const category = { tag: 'category', attrs: { name: 'readreceipts', value } };
  return { tag: 'privacy', attrs: {}, content: [category] };
}

/** Returns whether the phone may start new chats, as the network tells devices that ask. */
function aboutRestriction({ owner }: LinkedDevice): BinaryNode {
  const lock = restrictionOf(owner.restrictedUntil);
  const data = { xwa2_fetch_account_reachout_timelock: lock };
  return { tag: 'result', attrs: {}, content: Buffer.from(JSON.stringify({ data })) };
}

export function restrictionOf(until: Date | null) {
  return {
    is_active: until !== null,
    time_enforcement_ends: until === null ? '0' : seconds(until),
    enforcement_type: 'DEFAULT',
  };
}
