// Calls the provider's API with @great-detail/whatsapp, which is an ES module that Jest cannot load. Takes its settings
// as JSON in the first argument, and prints the result of each step as JSON.
import Client from '@great-detail/whatsapp';

const { prefixUrl, token, phoneNumberId, wabaId, to, refusedTo, templateName, picture, callback, appSecret } =
  JSON.parse(process.argv[2]);
const headers = { Authorization: `Bearer ${token}` };
const sdk = new Client({ prefixUrl, graphVersion: 'v23.0', request: { headers, retry: 0 } });

const sent = await sdk.message
  .createMessage({ phoneNumberID: phoneNumberId, to, type: 'text', text: { body: 'from great-detail' } })
  .json();

const error = await sdk.message
  .createMessage({ phoneNumberID: phoneNumberId, to: refusedTo, type: 'text', text: { body: 'refused' } })
  .json()
  .then(
    () => null,
    async (failure) => ({
      name: failure.name,
      status: failure.response.status,
      body: await failure.response.json(),
    }),
  );

const bytes = Buffer.from(picture, 'base64');
const file = new File([bytes], 'picture.png', { type: 'image/png' });
const uploaded = await sdk.media
  .upload({ phoneNumberID: phoneNumberId, mimeType: 'image/png', file, filename: 'picture.png' })
  .json();
const media = await sdk.media.getURL({ mediaID: uploaded.id, phoneNumberID: phoneNumberId }).json();
const downloaded = await sdk.media.download({ mediaURL: media.url, request: { headers } }).arrayBuffer();
const deleted = await sdk.media.delete({ mediaID: uploaded.id }).json();

const components = [{ type: 'BODY', text: 'Your parcel is on its way.' }];
const created = await sdk.template
  .create(wabaId, { name: templateName, language: 'en_US', category: 'UTILITY', components })
  .json();
const template = await sdk.template.get(created.id, {}).json();
const templates = await sdk.template.list(wabaId, { limit: 10, language: ['en_US'] }).json();
const removed = await sdk.template.delete(wabaId, { name: templateName }).json();

const numbers = await sdk.phoneNumbers.listPhoneNumbers({ businessAccountID: wabaId }).json();
await sdk.businessProfile.updateBusinessProfile({ phoneNumberID: phoneNumberId, about: 'We bake.' }).json();
const profile = await sdk.businessProfile
  .getBusinessProfile({ phoneNumberID: phoneNumberId, fields: ['about'] })
  .json();

const event = await sdk.webhook.eventNotification({
  method: 'POST',
  query: {},
  body: callback.body,
  headers: { 'x-hub-signature-256': callback.signature },
});
const isVerified = await event.checkSignature(appSecret);

console.log(
  JSON.stringify({
    sent,
    error,
    media,
    isSamePicture: Buffer.from(downloaded).equals(bytes),
    deleted,
    created,
    template,
    templates,
    removed,
    numbers,
    profile,
    isVerified,
  }),
);
