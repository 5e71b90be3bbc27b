import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { parse } from '@chat/contracts';
import { mediaOf, readContent, type NetworkMedia } from '@chat/device-network';
import type { ControlledParts } from './control-api';
import { MessagePath, PhonePath, PutMedia } from './control.dto';
import { readBody } from './read-request';
import { Refusal } from '../refusal';

/** Types that the page may show inline; anything else is downloaded as a file. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/(mp4|webm|3gpp))$/;

/** Serves the bytes of messages, as people have them on their phones. */
export function mediaControl(
  app: FastifyInstance,
  { phones, shelf, messages, cloud }: ControlledParts,
): void {
  const find = async (params: unknown): Promise<NetworkMedia> => {
    const { digits, id } = parse(MessagePath, params, 'refused');
    const message = await messages.find(phones.addressOf(digits), id);
    const content = message?.other && readContent(message.other);
    const media = content && mediaOf(content);
    if (!media) throw new Refusal(404, 'The phone has no such message with media.');
    return media;
  };

  const onShelf = async ({ ref, mime_type }: NetworkMedia) => ({
    mimeType: mime_type,
    bytes: await shelf.read((await shelf.find(ref))!),
  });

  app.get('/phones/:digits/messages/:id/media', async ({ params }, reply) => {
    const { digits, id } = parse(MessagePath, params, 'refused');
    const { mimeType, bytes } = (await cloud.mediaOf(digits, id)) ?? (await onShelf(await find(params)));
    const isShown = SHOWN.test(mimeType.split(';')[0]!.trim().toLowerCase());
    return reply
      .type(isShown ? mimeType : 'application/octet-stream')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', isShown ? 'inline' : 'attachment')
      .send(bytes);
  });

  app.put('/phones/:digits/messages/:id/media', async ({ params, body }) => {
    const { ref } = await find(params);
    const { state } = readBody(PutMedia, body);
    await shelf.setState(ref, state);
    return { state };
  });

  void app.register((scope, _, done) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, parsed) =>
      parsed(null, payload),
    );
    scope.post<{ Body: Readable }>('/phones/:digits/media', async ({ params, body }, reply) => {
      parse(PhonePath, params, 'refused');
      const { ref, size, sha256 } = await shelf.keep(body);
      return reply.status(201).send({ media: `media:${ref}`, size, sha256 });
    });
    done();
  });
}
