import { z } from 'zod';
import { document, httpUrl, image, text, video } from './media.schema';

const mediaHeader = (type: 'image' | 'video' | 'document', media: z.ZodType) =>
  z.strictObject({ type: z.literal(type), [type]: media });
const textHeader = z.strictObject({ type: z.literal('text'), text: text(60) });
const anyHeader = z.discriminatedUnion('type', [
  textHeader,
  mediaHeader('image', image),
  mediaHeader('video', video),
  mediaHeader('document', document),
]);
const footer = z.strictObject({ text: text(60) }).optional();
const body = (max: number) => z.strictObject({ text: text(max) });

const areUnique = (values: string[]) => new Set(values).size === values.length;

const replyButton = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: text(256), title: text(20) }),
});

const ctaUrl = z.strictObject({
  type: z.literal('cta_url'),
  header: anyHeader.optional(),
  body: body(1024),
  footer,
  action: z.strictObject({
    name: z.literal('cta_url'),
    parameters: z.strictObject({ display_text: text(20), url: httpUrl }),
  }),
});

const buttons = z.strictObject({
  type: z.literal('button'),
  header: anyHeader.optional(),
  body: body(1024),
  footer,
  action: z.strictObject({
    buttons: z
      .array(replyButton)
      .min(1)
      .max(3)
      .refine((all) => areUnique(all.map(({ reply }) => reply.id)), 'ids must be unique')
      .refine((all) => areUnique(all.map(({ reply }) => reply.title)), 'titles must be unique'),
  }),
});

const row = z.strictObject({ id: text(200), title: text(24), description: text(72).optional() });
const hasTitles = (sections: { title?: string | undefined }[]) =>
  sections.length === 1 || sections.every(({ title }) => title !== undefined);

const list = z.strictObject({
  type: z.literal('list'),
  header: textHeader.optional(),
  body: body(4096),
  footer,
  action: z.strictObject({
    button: text(20),
    sections: z
      .array(z.strictObject({ title: text(24).optional(), rows: z.array(row).min(1) }))
      .min(1)
      .max(10)
      .refine(hasTitles, 'each section needs a title')
      .refine((sections) => sections.flatMap(({ rows }) => rows).length <= 10, 'there are more than 10 rows')
      .refine(
        (sections) => areUnique(sections.flatMap(({ rows }) => rows.map(({ id }) => id))),
        'row ids must be unique',
      ),
  }),
});

const product = z.strictObject({
  type: z.literal('product'),
  body: body(1024).optional(),
  footer,
  action: z.strictObject({ catalog_id: text(200), product_retailer_id: text(200) }),
});

const productList = z.strictObject({
  type: z.literal('product_list'),
  header: textHeader,
  body: body(1024),
  footer,
  action: z.strictObject({
    catalog_id: text(200),
    sections: z
      .array(
        z.strictObject({
          title: text(24).optional(),
          product_items: z.array(z.strictObject({ product_retailer_id: text(200) })).min(1),
        }),
      )
      .min(1)
      .max(10)
      .refine(hasTitles, 'each section needs a title')
      .refine(
        (sections) => sections.flatMap((section) => section.product_items).length <= 30,
        'there are more than 30 products',
      ),
  }),
});

const catalogMessage = z.strictObject({
  type: z.literal('catalog_message'),
  body: body(1024),
  footer,
  action: z.strictObject({
    name: z.literal('catalog_message'),
    parameters: z.strictObject({ thumbnail_product_retailer_id: text(200) }).optional(),
  }),
});

const amount = z.object({ value: z.number().int().min(0), offset: z.literal(100) });
const costs = z.object({
  value: z.number().int().min(0),
  offset: z.literal(100),
  description: z.string().optional(),
});

const order = z.object({
  status: z.literal('pending'),
  items: z
    .array(
      z
        .object({
          name: text(60),
          amount,
          quantity: z.number().int().min(1),
          retailer_id: z.string().optional(),
          sale_amount: amount.optional(),
        })
        .loose(),
    )
    .min(1),
  subtotal: amount,
  tax: costs.optional(),
  shipping: costs.optional(),
  discount: costs.optional(),
});

const isSubtotalRight = ({ items, subtotal }: z.infer<typeof order>) =>
  items.reduce((sum, item) => sum + (item.sale_amount ?? item.amount).value * item.quantity, 0) ===
  subtotal.value;

const orderParameters = z
  .object({
    reference_id: text(35),
    type: z.enum(['digital-goods', 'physical-goods']),
    currency: z.string().length(3),
    total_amount: amount,
    order: order.refine(isSubtotalRight, 'the subtotal is not the sum of the items'),
  })
  .loose()
  .refine(
    ({ total_amount: total, order: { subtotal, tax, shipping, discount } }) =>
      total.value === subtotal.value + (tax?.value ?? 0) + (shipping?.value ?? 0) - (discount?.value ?? 0),
    'the total is not the sum of its parts',
  );

const orderDetails = z.strictObject({
  type: z.literal('order_details'),
  header: anyHeader.optional(),
  body: body(1024),
  footer,
  action: z.strictObject({ name: z.literal('review_and_pay'), parameters: orderParameters }),
});

const orderStatus = z.strictObject({
  type: z.literal('order_status'),
  body: body(1024),
  footer,
  action: z.strictObject({
    name: z.literal('review_order'),
    parameters: z
      .object({
        reference_id: text(35),
        order: z.object({
          status: z.enum(['pending', 'processing', 'partially_shipped', 'shipped', 'completed', 'canceled']),
          description: text(120).optional(),
        }),
      })
      .loose(),
  }),
});

const locationRequest = z.strictObject({
  type: z.literal('location_request_message'),
  body: body(1024),
  action: z.strictObject({ name: z.literal('send_location') }),
});

/**
 * developers.facebook.com/docs/whatsapp/cloud-api/messages/address-messages: of businesses in India, to numbers there. The
 * sandbox has no countries, so that everybody can try them.
 */
const addressMessage = z.strictObject({
  type: z.literal('address_message'),
  header: anyHeader.optional(),
  body: body(1024),
  footer,
  action: z.strictObject({
    name: z.literal('address_message'),
    parameters: z.strictObject({
      country: z.string().length(2),
      values: z.record(z.string(), z.unknown()).optional(),
      saved_addresses: z
        .array(z.strictObject({ id: text(200), value: z.record(z.string(), z.unknown()) }))
        .optional(),
      validation_errors: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
});

/** developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-flow-messages */
const flow = z.strictObject({
  type: z.literal('flow'),
  header: anyHeader.optional(),
  body: body(1024),
  footer,
  action: z.strictObject({
    name: z.literal('flow'),
    parameters: z
      .strictObject({
        flow_message_version: z.literal('3'),
        flow_token: z.string().min(1).optional(),
        flow_id: z.string().min(1).optional(),
        flow_name: z.string().min(1).optional(),
        flow_cta: text(20),
        mode: z.enum(['draft', 'published']).optional(),
        flow_action: z.enum(['navigate', 'data_exchange']).optional(),
        flow_action_payload: z
          .strictObject({ screen: text(200), data: z.record(z.string(), z.unknown()).optional() })
          .optional(),
      })
      .refine(
        ({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined),
        'needs flow_id or flow_name',
      )
      .refine(
        ({ flow_action: action, flow_action_payload: payload }) =>
          action !== 'navigate' || payload !== undefined,
        'flow_action_payload is required to navigate',
      ),
  }),
});

/** The interactive messages that people answer with a tap. */
export const interactive = z.discriminatedUnion('type', [
  ctaUrl,
  buttons,
  list,
  product,
  productList,
  catalogMessage,
  orderDetails,
  orderStatus,
  locationRequest,
  addressMessage,
  flow,
]);
