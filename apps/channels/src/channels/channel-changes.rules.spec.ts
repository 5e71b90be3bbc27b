import { changesVisibly, type ChannelChanges } from './channel-changes.rules';

const seenAt = new Date('2026-01-31T10:20:30.000Z');
const later = new Date('2026-01-31T10:20:31.000Z');
const channel: Required<ChannelChanges> = {
  businessName: 'Sales',
  phoneNumber: null,
  channelType: 'device',
  origin: 'device',
  connectionStatus: 'connected',
  isDefault: true,
  lastSeenAt: seenAt,
  deviceRawStatus: 'CONNECTED',
  sessionEpoch: 1,
  sessionSeq: 2,
  lastError: null,
  lastErrorReason: null,
  lastHeartbeatAt: seenAt,
  sync: null,
  tokenExpiresAt: null,
  tokenNotice: null,
  qualityRating: 'GREEN',
  messagingLimit: null,
  nameStatus: null,
  restrictions: [],
};

describe('changesVisibly', () => {
  it.each<[string, ChannelChanges, boolean]>([
    ['nothing', {}, false],
    ['another name', { businessName: 'Support' }, true],
    ['the number', { phoneNumber: '12025550123' }, true],
    ['another quality', { qualityRating: 'RED' }, true],
    ['a restriction', { restrictions: [{ kind: 'business_initiated', until: null }] }, false],
    ['another status', { connectionStatus: 'disconnected' }, true],
    ['the default', { isDefault: false }, true],
    ['a later sign of life', { lastSeenAt: later }, true],
    ['the end of the token', { tokenExpiresAt: later, tokenNotice: null }, true],
    ['what was told of that', { tokenNotice: 14 }, false],
    ['what is so already', { businessName: 'Sales', phoneNumber: null, lastSeenAt: new Date(seenAt) }, false],
    [
      'what the session alone says',
      {
        deviceRawStatus: 'CONNECTING',
        sessionEpoch: 2,
        sessionSeq: 0,
        lastError: 'Lost.',
        lastHeartbeatAt: later,
      },
      false,
    ],
    ['both', { deviceRawStatus: 'LOGGED_OUT', connectionStatus: 'disconnected' }, true],
  ])('decides whether %s is visible', (_, changes, expected) => {
    expect(changesVisibly(channel, changes)).toBe(expected);
  });
});
