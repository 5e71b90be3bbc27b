import { Bool, Id, Int, Optional, PageQuery, Verbatim } from '@chat/contracts';
import { textCoercion } from './text-coercion.rules';

class Query extends PageQuery {
  @Optional() @Id() chat_account_id?: number;
  @Optional() @Int({ min: -5 }) offset?: number;
  @Optional() @Bool() unread?: boolean;
  @Optional() @Verbatim() search?: string;
}

describe('text coercion', () => {
  const coerce = textCoercion(Query);

  it.each([
    ['digits', { per_page: '25' }, { per_page: 25 }],
    ['an inherited member', { page: '007' }, { page: 7 }],
    ['a negative number', { offset: '-3' }, { offset: -3 }],
    ['booleans', { unread: 'true' }, { unread: true }],
    ['booleans', { unread: 'false' }, { unread: false }],
    ['digits of a text member', { search: '25' }, { search: '25' }],
    ['true of a text member', { search: 'true' }, { search: 'true' }],
  ])('turns %s into the declared type', (_, values, expected) => {
    expect(coerce(values)).toEqual(expected);
  });

  it.each([
    { per_page: '' },
    { per_page: ' 25' },
    { per_page: '+25' },
    { per_page: '2.5' },
    { per_page: '2e1' },
    { per_page: '0x19' },
    { per_page: '２５' },
    { per_page: '9007199254740993' },
    { per_page: '9'.repeat(400) },
    { per_page: ['1', '2'] },
    { unread: '1' },
    { unread: 'True' },
    { unknown: '1' },
    JSON.parse('{"__proto__":"1"}') as object,
  ])('leaves %j for validation to name', (values) => {
    expect(JSON.stringify(coerce(values as Record<string, unknown>))).toBe(JSON.stringify(values));
  });
});
