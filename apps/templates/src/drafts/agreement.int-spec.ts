import { TestSandbox } from '@chat/sandbox/testing';
import { randomOf, RandomDrafts } from '../testing/random-drafts';
import { toComponents } from './components.rules';
import type { Draft } from '@chat/contracts/template-drafts';
import { draftProblems } from './draft-problems';

/** A different seed generates different templates. */
const SEED = Number(process.env.TEMPLATE_SEED ?? 20_261_122);
const VALID = 60;
const INVALID = 120;

/** The titles and subcodes of the provider's errors for each of our members. */
const reasons: Readonly<Record<string, readonly (string | number)[]>> = {
  name: ['Invalid template name'],
  language: ['Invalid language'],
  header_text: [2388047, 2388040],
  header_example: [2388047],
  body: [2388040, 2388072, 2388293, 2388299],
  body_examples: [2388072],
  footer: [2388073, 2388040],
  buttons: ['Invalid buttons'],
};

/** Our rules and the sandbox's were written independently of each other, from the provider's documentation. */
describe(`templates generated from seed ${SEED}`, () => {
  let sandbox: TestSandbox;
  let wabaId: string;
  let token: string;
  const drafts = new RandomDrafts(randomOf(SEED));

  beforeAll(async () => {
    sandbox = await TestSandbox.start({ SANDBOX_TEMPLATE_LIMIT: '10000', SANDBOX_REVIEW_MS: '600000' });
    const { body } = await sandbox.call('PUT', '/cloud/numbers/4930100000001', {});
    ({ waba_id: wabaId, access_token: token } = body as { waba_id: string; access_token: string });
  });

  afterAll(() => sandbox.stop());

  const submit = async (draft: Draft) => {
    const { name, language, category } = draft;
    const response = await fetch(`${sandbox.url}/v23.0/${wabaId}/message_templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, language, category, components: toComponents(draft, null) }),
    });
    const { error } = (await response.json()) as {
      error?: { error_subcode?: number; error_user_title?: string; error_user_msg?: string };
    };
    return error;
  };

  it(`pass our rules and the provider’s if they break none (${VALID})`, async () => {
    for (let made = 0; made < VALID; made += 1) {
      const draft = drafts.valid();
      expect([draft, draftProblems(draft).list]).toEqual([draft, Object.create(null)]);
      expect([draft, await submit(draft)]).toEqual([draft, undefined]);
    }
  });

  it(`fail both for the same reason if they break one (${INVALID})`, async () => {
    const broken = new Set<string>();
    for (let made = 0; made < INVALID; made += 1) {
      const { draft, member } = drafts.invalid();
      broken.add(member);
      const ours = Object.keys(draftProblems(draft).list).map((path) => path.split('.')[0]);
      expect([draft, [...new Set(ours)]]).toEqual([draft, [member]]);
      const error = await submit(draft);
      const said = [error?.error_subcode, error?.error_user_title];
      expect([draft, said, reasons[member]!.some((reason) => said.includes(reason))]).toEqual([
        draft,
        said,
        true,
      ]);
    }
    expect([...broken].sort()).toEqual(Object.keys(reasons).sort());
  });
});
