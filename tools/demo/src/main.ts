import { join, resolve } from 'node:path';
import { ChatApi } from '@chat/client';
import { readJson } from '@chat/admin';
import { nameAddresses, Phones, showingFetch } from './exchange';
import { startReceiver } from './receiver';
import { tellCloudStory } from './cloud-story';
import { tellStory } from './story';

interface DemoFile {
  user: { email: string; password: string };
  base_url: string;
  sandbox_url: string;
  phones_url: string | null;
  account_id: number;
  client_id: string;
  client_secret: string;
}

const CLEAN = '--clean';

/** `npm run demo` and `npm run demo -- cloud`: run a story against the running stack, as often as wanted. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const story = words.find((word) => word !== CLEAN);
  if (story !== undefined && story !== 'cloud') {
    throw new Error(
      `There is no story ${story}: npm run demo, or npm run demo -- cloud, each with ${CLEAN} or not.`,
    );
  }
  const file = join(resolve(process.env.DATA_DIR || '.data'), 'demo.json');
  const demo = await readJson<DemoFile>(file);
  if (!demo) {
    throw new Error(
      `There is no ${file}. Run npm start in another terminal first, or set DATA_DIR to its folder.`,
    );
  }
  const phonesUrl = story === 'cloud' ? demo.sandbox_url : demo.phones_url;
  if (phonesUrl === null) {
    throw new Error(
      'npm start links phones that the demo cannot play. Start it with DEVICE_NETWORK=test as well, or run ' +
        'npm run demo -- cloud.',
    );
  }
  console.log(`
The lines below use the credential that npm start prints as $ID and $SECRET, and these variables:

  export BASE=${demo.base_url} PHONES=${phonesUrl} JSON='content-type: application/json'`);
  nameAddresses({ BASE: demo.base_url, PHONES: phonesUrl });
  const receiver = await startReceiver();
  try {
    const cast = {
      api: new ChatApi({
        baseUrl: demo.base_url,
        clientId: demo.client_id,
        clientSecret: demo.client_secret,
        fetch: showingFetch,
      }),
      phones: new Phones(phonesUrl),
      receiver,
      cleansUp: words.includes(CLEAN),
    };
    if (story === 'cloud') await tellCloudStory({ ...cast, accountId: demo.account_id });
    else await tellStory(cast);
    console.log(whereNext(demo, cast.cleansUp));
  } finally {
    await receiver.stop();
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  // The open connection to a server that never answered would keep this process running.
  process.stderr.write(`\n${message}\n`, () => process.exit(1));
});

function whereNext({ base_url: base, user }: DemoFile, cleansUp: boolean): string {
  const look = `  ${base}/console/   the conversation, as ${user.email}, password ${user.password}\n`;
  return `
Where to go next:

${cleansUp ? '' : look}  ${base}/docs/quick-start   the same by hand
  ${base}/docs/try   requests from your browser
  ${base}/docs/client   clients for your language
${cleansUp ? '' : `\nnpm run demo -- ${CLEAN} leaves nothing behind.`}`;
}
