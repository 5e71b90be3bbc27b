import type { CreateTemplate, Template } from '@chat/client';
import { previewOf } from '@chat/contracts/template-drafts';
import { until } from '@chat/test-kit';
import { freshCustomerNumber, openCloudShop } from '../cloud/cloud-shop';
import { receiverAt } from '../messages/shop';
import type { RunningStack } from '../shared-stack';

/** What the console shows of templates, held against what phones show. */
export function templatePreviews(stack: RunningStack): void {
  it('are what a phone shows, of 30 templates', async () => {
    const { accountId, device, receiver } = await openCloudShop(stack());
    const scopes = ['templates:read', 'templates:write', 'messages:send'];
    const client = stack().typedClient(await stack().admin.createApiKey(accountId, { scopes }));
    const customer = freshCustomerNumber();
    const to = { ...receiverAt(customer), chat_account_id: device.id };
    const approved = async (draft: CreateTemplate) => {
      const { template_id: id } = (await client.createTemplate(draft)).template;
      const read = async () => {
        const { template } = await client.getTemplate({ id });
        return template.status === 'APPROVED' && template;
      };
      return until(read, { describe: `the approval of ${draft.name}` });
    };
    const previews = await Promise.all(
      previewedDrafts().map(async (draft, index) => {
        const name = `preview_${index}`;
        const one = await approved({ ...draft, name, chat_account_id: device.id, language: 'en_US' });
        const { values, request } = filledIn(one);
        await client.sendTemplate({ ...to, template_id: one.template_id, ...request });
        return [name, previewOf(one, values)] as const;
      }),
    );
    expect(previews).toHaveLength(30);
    const received = await stack().sandbox.messages(customer);
    const shown = new Map(received.map(({ template }) => [template!.name, template!.shown]));
    expect(previews.map(([name]) => [name, shown.get(name)])).toEqual(previews);
    await receiver.stop();
  });
}

type Part = Omit<Partial<CreateTemplate>, 'category'>;
type Shape = Part & Pick<CreateTemplate, 'category'>;

/** Every part of a template with every other one. */
function previewedDrafts(): Shape[] {
  const headers: Part[] = [
    {},
    { header_format: 'TEXT', header_text: 'Your order {{1}} is here', header_example: '7' },
  ];
  const footers: Part[] = [{}, { footer: 'Reply STOP to end this.' }];
  const bodies: Part[] = [
    { body: 'Hello, we are back.', body_examples: [] },
    { body: 'Dear {{1}}, your *order* {{2}}\n_is_ ready, {{1}}, at last.', body_examples: ['Ana', '7'] },
  ];
  const buttons: Part[] = [
    {},
    {
      buttons: [
        { type: 'QUICK_REPLY', text: 'Yes' },
        { type: 'QUICK_REPLY', text: 'No, thanks' },
      ],
    },
    {
      buttons: [
        {
          type: 'URL',
          text: 'Track',
          url: 'https://shop.example.com/{{1}}',
          example: 'https://shop.example.com/7',
        },
        { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+4930123456' },
        { type: 'COPY_CODE', example: 'SPRING' },
      ],
    },
  ];
  const own = headers.flatMap((header) =>
    footers.flatMap((footer) =>
      bodies.flatMap((body) =>
        buttons.map((some): Shape => ({ category: 'UTILITY', ...header, ...footer, ...body, ...some })),
      ),
    ),
  );
  const codes = [true, false].flatMap((advice) =>
    [undefined, 1, 10].map((minutes): Shape => ({
      category: 'AUTHENTICATION',
      buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', ...(minutes === 10 && { text: 'Take it' }) }],
      add_security_recommendation: advice,
      ...(minutes !== undefined && { code_expiration_minutes: minutes }),
    })),
  );
  return [...own, ...codes];
}

/** Values for a template, as the preview and as a request take them. Values are no templates themselves. */
function filledIn({ category, header_text, body, buttons }: Template) {
  if (category === 'AUTHENTICATION')
    return { values: { code: '8431' }, request: { body_variables: ['8431'] } };
  const header = header_text?.includes('{{1}}') ? ['{{1}} $& №7'] : [];
  const texts = body?.includes('{{2}}') ? ['{{2}} 🙂', '$1 *7*'] : [];
  const values = { 'header-1': header[0] ?? '', 'body-1': texts[0] ?? '', 'body-2': texts[1] ?? '' };
  return {
    values,
    request: {
      body_variables: texts,
      ...(header.length > 0 && { header_variables: header }),
      ...(buttons.some(({ type }) => type === 'URL') && { button_variables: ['a/7', 'CODE7'] }),
    },
  };
}
