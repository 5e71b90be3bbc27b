import { channelOptions } from './channel-options.rules';

describe('channels to choose from', () => {
  it('are told apart by their numbers where they have the same name', () => {
    const channels = [
      { id: 1, business_name: 'Shop', phone_number: '4915112345678' },
      { id: 2, business_name: 'Support', phone_number: '4915112345679' },
      { id: 3, business_name: 'Shop' },
    ];
    expect(channelOptions(channels, (digits) => `+${digits}`)).toEqual([
      { id: '1', label: 'Shop · +4915112345678' },
      { id: '2', label: 'Support' },
      { id: '3', label: 'Shop · 3' },
    ]);
  });
});
