import type { ConnectionStatus } from '@chat/contracts/channels';
import { chooseByNumber } from './channel-choice.rules';

const exact = '5511987654321';
const variant = '551187654321';

const channel = (id: number, phoneNumber: string, connectionStatus: ConnectionStatus) => ({
  id,
  phoneNumber,
  connectionStatus,
});

describe('chooseByNumber', () => {
  it.each([
    ['the only one', [channel(4, variant, 'pending')], 4],
    [
      'a connected one before an exact spelling',
      [channel(1, exact, 'pending'), channel(2, variant, 'connected')],
      2,
    ],
    [
      'the exact spelling among connected ones',
      [channel(1, variant, 'connected'), channel(2, exact, 'connected')],
      2,
    ],
    [
      'the exact spelling among the others',
      [channel(1, variant, 'pending'), channel(2, exact, 'disconnected')],
      2,
    ],
    ['the oldest of equals', [channel(9, exact, 'disconnected'), channel(3, exact, 'pending')], 3],
    ['nothing of nothing', [], undefined],
  ])('takes %s', (_, channels, id) => {
    expect(chooseByNumber(channels, exact)?.id).toBe(id);
  });
});
