import { draftOf, isComplete, newDraft, newRow, requestOf, type AssetDraft } from './asset.rules';

const link: AssetDraft = {
  ...newDraft('cta_url'),
  ...{ name: 'Spring', body: 'Have a look.', button: 'Open', url: 'https://a.example' },
};
const row = { id: 'mo', title: 'Monday', description: '' };
const list: AssetDraft = {
  ...newDraft('interactive_list'),
  ...{ name: 'Days', body: 'Which day?', button: 'Choose', sections: [{ title: '', rows: [row] }] },
};

describe('a message with a button or a list', () => {
  it.each<[string, AssetDraft, boolean]>([
    ['a whole button', link, true],
    ['a button without an address', { ...link, url: ' ' }, false],
    ['a list of one section without a title', list, true],
    ['a list of none', { ...list, sections: [] }, false],
    ['a row without a title', { ...list, sections: [{ title: '', rows: [{ ...row, title: '' }] }] }, false],
    ['several sections without titles', { ...list, sections: [...list.sections, ...list.sections] }, false],
  ])('is complete or not: %s', (_, draft, expected) => {
    expect(isComplete(draft)).toBe(expected);
  });

  it('leaves out what is empty, and takes it away on changes', () => {
    expect(requestOf(link, true)).toEqual({
      ...{ name: 'Spring', body: 'Have a look.', display_text: 'Open', url: 'https://a.example' },
      ...{ header: undefined, footer: undefined },
    });
    expect(requestOf(link, false)).toMatchObject({ header: null, footer: null });
    expect(requestOf(list, true)).toMatchObject({ sections: [{ rows: [{ id: 'mo', title: 'Monday' }] }] });
  });

  it('is changed as it is kept', () => {
    const kept = {
      ...{ id: 1, name: 'Days', header: null, body: 'Which day?', footer: null, button: 'Choose' },
      sections: [{ title: null, rows: [{ id: 'mo', title: 'Monday', description: null }] }],
      ...{ created_at: '', updated_at: '' },
    };
    expect(draftOf({ kind: 'interactive_list', asset: kept })).toEqual(list);
  });

  it('gets rows with ids that no other has', () => {
    const sections = [{ title: '', rows: [{ ...row, id: 'row-2' }] }];
    expect(newRow(sections).id).toBe('row-3');
  });
});
