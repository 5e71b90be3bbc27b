import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAccount } from '@chat/contracts/gateway';
import {
  createAccountInteractiveList,
  deleteAccountInteractiveList,
  listAccountInteractiveLists,
  type InteractiveList,
} from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { refusal, startTestNats, TestBus, type TestNats } from '@chat/test-kit';
import { runAdmin } from './testing/run-admin';
import { addAssetCommands } from './assets';

const menu = {
  name: 'Menu',
  body: 'What would you like?',
  button: 'Choose',
  sections: [{ rows: [{ id: 'soup', title: 'Soup' }] }],
};
const kept = { ...menu, id: 17, header: null, footer: null, created_at: 'then', updated_at: 'then' };
const made = { ...kept, sections: [{ title: null, rows: [] }] } as InteractiveList;

describe('admin interactive-list', () => {
  let nats: TestNats;
  let bus: TestBus;
  let folder: string;
  let environment: jest.ReplaceProperty<NodeJS.ProcessEnv>;
  let asked: unknown[];

  beforeAll(async () => {
    nats = await startTestNats();
    bus = await TestBus.open(nats.url);
    folder = await mkdtemp(join(tmpdir(), 'chat-assets-'));
    environment = jest.replaceProperty(process, 'env', { ...process.env, NATS_URL: nats.url });
    await bus.respond(getAccount, ({ body }) => {
      if (body.account_id !== 7) throw new AppError('not_found');
      return { account: { id: 7 } } as never;
    });
    await bus.respond(createAccountInteractiveList, ({ body }) => {
      asked.push(body);
      return { interactive_list: made };
    });
    await bus.respond(listAccountInteractiveLists, () => ({ interactive_lists: [made] }));
    await bus.respond(deleteAccountInteractiveList, ({ body }) => ({ deleted: true as const, id: body.id }));
  });

  beforeEach(() => {
    asked = [];
  });

  afterAll(async () => {
    environment.restore();
    await rm(folder, { recursive: true });
    await bus.close();
    await nats.stop();
  });

  const admin = (...words: string[]) => runAdmin(addAssetCommands, ['interactive-list', ...words]);
  const create = async (settings: unknown, account = '7') => {
    const file = join(folder, 'menu.json');
    await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
    return admin('create', '--account', account, '--file', file, '--json');
  };

  it('creates one from a file and prints it', async () => {
    expect(JSON.parse((await create(menu)).stdout)).toEqual(made);
    expect(asked).toEqual([{ account_id: 7, interactive_list: menu }]);
  });

  it('lists and deletes those of an account', async () => {
    expect(JSON.parse((await admin('list', '--account', '7', '--json')).stdout)).toEqual([made]);
    const { stdout } = await admin('delete', '17', '--account', '7', '--json');
    expect(JSON.parse(stdout)).toEqual({ deleted: true, id: 17 });
  });

  it('refuses an account that does not exist', async () => {
    expect((await refusal(create(menu, '8'))).code).toBe('not_found');
    expect(asked).toEqual([]);
    expect((await refusal(admin('list', '--account', '8'))).code).toBe('not_found');
    expect((await refusal(admin('delete', '17', '--account', '8'))).code).toBe('not_found');
  });

  it('refuses an unknown member, a text that is too long, and invalid JSON', async () => {
    const wrong = await refusal(create({ ...menu, colour: 'red', button: 'x'.repeat(21) }));
    expect(Object.keys(wrong.errors!).sort()).toEqual(['button', 'colour']);
    await expect(create('{')).rejects.toThrow('is not JSON');
    expect(asked).toEqual([]);
  });
});
