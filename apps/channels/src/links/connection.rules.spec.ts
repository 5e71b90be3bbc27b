import { connectionStatuses } from '@chat/contracts/channels';
import { rawStatuses } from '@chat/contracts/device-sessions';
import { compareMoments, LINK_REFUSED, reasonOfError, reasonOfMove, statusAfter } from './connection.rules';

const P = 'pending';
const C = 'connected';
const D = 'disconnected';

describe('statusAfter', () => {
  const table = {
    //              pending  connected  disconnected
    STOPPED: /*  */ [P, D, D],
    STARTING: /* */ [P, C, D],
    QRCODE: /*   */ [P, D, D],
    PAIRING: /*  */ [P, D, D],
    CONNECTING: /**/ [P, C, D],
    CONNECTED: /**/ [C, C, C],
    DISCONNECTED: /**/ [P, D, D],
    LOGGED_OUT: /**/ [P, D, D],
    CONFLICT: /* */ [P, D, D],
    BANNED: /*   */ [P, D, D],
    QR_TIMEOUT: /**/ [P, D, D],
    FAILED: /*   */ [P, D, D],
  };

  it.each(rawStatuses)('maps every connection status on %s', (raw) => {
    expect(connectionStatuses.map((status) => statusAfter(status, raw))).toEqual(table[raw]);
  });
});

describe('compareMoments', () => {
  it.each([
    ['the same moment', [2, 5], [2, 5], 0],
    ['an earlier change', [2, 4], [2, 5], -1],
    ['a later change', [2, 6], [2, 5], 1],
    ['an earlier owner with more changes', [1, 9], [2, 0], -1],
    ['a later owner with fewer changes', [3, 0], [2, 9], 1],
  ] as const)('%s', (_, [epoch, seq], [otherEpoch, otherSeq], sign) => {
    const result = compareMoments({ epoch, seq }, { epoch: otherEpoch, seq: otherSeq });
    expect(Math.sign(result)).toBe(sign);
  });
});

describe('the reason', () => {
  const told = 'Update the service.';

  it.each([
    ['of a session that says it', 'FAILED', told, 'client_outdated', 'client_outdated', 'client_outdated'],
    ['of an earlier release', 'LOGGED_OUT', told, undefined, 'logged_out', 'logged_out'],
    ['of one that connects again', 'CONNECTING', told, 'disconnected', 'disconnected', 'disconnected'],
    ['of one of an earlier release that does', 'CONNECTING', told, undefined, null, 'connecting'],
    ['of a refused link', 'LOGGED_OUT', LINK_REFUSED, 'logged_out', 'number_in_use', 'number_in_use'],
    ['of none', 'CONNECTED', null, null, null, 'connected'],
    ['of a link, whatever was wrong before it', 'CONNECTED', told, 'conflict', 'conflict', 'connected'],
  ] as const)('%s', (_, raw_status, last_error, last_error_reason, ofError, ofMove) => {
    const snapshot = { raw_status, last_error, last_error_reason };
    expect(reasonOfError(snapshot)).toBe(ofError);
    expect(reasonOfMove(snapshot)).toBe(ofMove);
  });
});
