import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';
import { channelNameOf, decideCloudClaim, type CloudClaim } from './cloud-claim.rules';

interface Namesake {
  id: number;
  origin: ChannelKind;
  connectionStatus: ConnectionStatus;
}

const cloud: Namesake = { id: 1, origin: 'cloud', connectionStatus: 'disconnected' };
const phone: Namesake = { id: 2, origin: 'device', connectionStatus: 'connected' };
const formerPhone: Namesake = { ...phone, connectionStatus: 'disconnected' };

describe('a number that an account brings', () => {
  it.each<[string, Namesake[], boolean, CloudClaim<Namesake>]>([
    ['gets a channel of its own', [], true, { verdict: 'create' }],
    ['needs a free slot', [], false, { verdict: 'refuse', code: 'limit_reached' }],
    ['renews its Cloud channel without a slot', [cloud], false, { verdict: 'renew', channel: cloud }],
    ['renews its Cloud channel beside a phone', [phone, cloud], true, { verdict: 'renew', channel: cloud }],
    ['is not taken from a connected phone', [phone], true, { verdict: 'refuse', code: 'duplicate_device' }],
    ['is taken where a phone was', [formerPhone], true, { verdict: 'create' }],
  ])('%s', (_, namesakes, hasFreeSlot, decision) => {
    expect(decideCloudClaim(namesakes, hasFreeSlot)).toEqual(decision);
  });
});

describe('the channel of a number', () => {
  it.each([
    ['has the name of the number', ' Flowers & Co ', 'Flowers & Co'],
    ['has a long name truncated', `${'😀'.repeat(49)} and more`, '😀'.repeat(49)],
    ['has the number as its name if there is no name', null, '493012345678'],
    ['has the number as its name if the name is blank', ' ', '493012345678'],
    ['has no characters in its name that hide or reorder text', '\u2067Flow\u200bers\u2069', 'Flowers'],
  ])('%s', (_, name, expected) => {
    expect(channelNameOf({ name, phone_number: '493012345678' })).toBe(expected);
  });
});
