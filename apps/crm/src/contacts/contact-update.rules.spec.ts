import { changesOf } from './contact-update.rules';

const ana = { firstname: 'Ana', lastname: 'Silva', marketingOptedOut: false };

describe('changesOf', () => {
  it.each([
    ['nothing that is given', {}, {}],
    ['nothing that is so already', { firstname: 'Ana', lastname: 'Silva', marketing_opted_out: false }, {}],
    ['what is given and differs', { firstname: 'Eva', lastname: 'Silva' }, { firstname: 'Eva' }],
    ['the opt-out', { marketing_opted_out: true }, { marketingOptedOut: true }],
    ['the last name to none for null', { lastname: null }, { lastname: null }],
  ])('takes %s', (_, update, changes) => {
    expect(changesOf(ana, update)).toEqual(changes);
  });
});
