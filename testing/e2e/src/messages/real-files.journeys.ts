import { bytesOf, realFiles as files, type RealFile } from '@chat/media/testing';
import type { Channel, Input, SentMessage } from '@chat/client';
import { approvedTemplate, FileServer, refusal, type PhoneMessage, type TestClient } from '@chat/test-kit';
import { freshCustomer, openCloudShop } from '../cloud/cloud-shop';
import type { RunningStack } from '../shared-stack';
import { sha256Of } from './media.journeys';
import { connectPhone, freshNumber, openShop, receiverAt } from './shop';

type Content = Input<'sendMessage'>;

/** Files as other programs write them, through the public API to phones on both kinds of channel. */
export function realFiles(stack: RunningStack): void {
  let server: FileServer;

  beforeAll(async () => {
    server = await FileServer.start();
  });

  afterAll(() => server.stop());

  const upload = ({ filename }: RealFile, kind: RealFile['kind'], declared: string): Content => ({
    [kind]: new File([bytesOf(filename)], filename, { type: declared }),
  });
  const byUrl = ({ filename }: RealFile, kind: RealFile['kind'], declared: string): Content => ({
    [`${kind}_url`]: server.host(filename, { bytes: bytesOf(filename), type: declared }),
  });

  describe.each(['Device', 'Cloud'] as const)('on a %s channel', (channel) => {
    let client: TestClient;
    let device: Channel;
    let customer: string;

    beforeAll(async () => {
      if (channel === 'Cloud') {
        const shop = await openCloudShop(stack());
        ({ client, device } = shop);
        customer = await freshCustomer(stack(), shop);
        await shop.receiver.stop();
        return;
      }
      client = await openShop(stack());
      ({ device } = await connectPhone(stack(), client));
      customer = freshNumber();
    });

    const send = (content: Content) =>
      client.sendMessage({ ...receiverAt(customer), chat_account_id: device.id, ...content });
    const onPhone = async ({ chat_message_id }: SentMessage): Promise<[PhoneMessage, Buffer]> => {
      const messages = await stack().sandbox.messages(customer);
      const message = messages.find((one) => one.chat_message_id === chat_message_id)!;
      return [message, await stack().sandbox.media(customer, chat_message_id)];
    };
    /** Sends a file, which arrives as it is, or is refused with a reason that is true on this channel. */
    const expectSent = async (file: RealFile, kind: RealFile['kind'], content: Content, type: string) => {
      const taken = kind === 'document' ? file.onCloud.asDocument : file.onCloud.asKind;
      if (channel === 'Cloud' && !taken) {
        const error = await refusal(send(content));
        expect(error).toMatchObject({ code: 'capability_error', reason: 'media_type_not_supported' });
        expect(error).not.toHaveProperty('errors');
        expect(error).not.toHaveProperty('provider');
        expect(error.message).not.toMatch(/send it as a document/i);
        return;
      }
      const sent = await send(content);
      const bytes = bytesOf(file.filename);
      const media = { mime_type: type, size: bytes.length, sha256: sha256Of(bytes), ptt: false };
      const [message, arrived] = await onPhone(sent);
      // The provider's phones see names of documents only.
      const hasName = channel === 'Device' || kind === 'document';
      expect(message).toMatchObject({
        type: kind,
        media: { ...media, ...(hasName && { filename: file.filename }) },
      });
      expect(arrived.equals(bytes)).toBe(true);
      const kept = (await client.getMessage({ id: sent.message_id })).message;
      expect(kept.media).toMatchObject({ ...media, filename: file.filename });
    };

    it.each(files)('$filename is a document of its type, though curl declares octet-stream', async (file) => {
      await expectSent(file, 'document', upload(file, 'document', 'application/octet-stream'), file.type);
      await expectSent(file, 'document', byUrl(file, 'document', 'binary/octet-stream'), file.type);
    });

    it.each(files)('$filename declared as $alsoNamed is $kind', async (file) => {
      const { kind, type, alsoNamed } = file;
      await expectSent(file, kind, upload(file, kind, alsoNamed), keptType(file, type));
      await expectSent(file, kind, byUrl(file, kind, alsoNamed), keptType(file, type));
    });

    it.each([
      ['android.m4a', 'audio', 'audio/mp4'],
      ['android.m4a', 'audio', 'application/octet-stream'],
      ['clip.mov', 'video', 'video/mp4'],
    ] as const)(
      '%s is %s, declared as %s, whatever the brand of its container',
      async (filename, kind, declared) => {
        const file = { filename, kind, onCloud: { asKind: true, asDocument: true } } as RealFile;
        const type = kind === 'audio' ? 'audio/mp4' : 'video/mp4';
        await expectSent(file, kind, upload(file, kind, declared), type);
      },
    );

    const pdf = { bytes: bytesOf('pdfkit.pdf'), type: 'application/pdf' };
    const disposed = (header: string) => ({
      ...pdf,
      headers: { 'content-disposition': Buffer.from(header).toString('latin1') },
    });
    const expectName = async (content: Content, filename: string) => {
      const sent = await send(content);
      const [message, arrived] = await onPhone(sent);
      expect(message.media).toMatchObject({ filename, mime_type: 'application/pdf' });
      expect(arrived.equals(pdf.bytes)).toBe(true);
      expect((await client.getMessage({ id: sent.message_id })).message.media!.filename).toBe(filename);
    };

    it.each([
      ['filename*', `attachment; filename="K.pdf"; filename*=UTF-8''K%C3%A4se.pdf`, 'Käse.pdf'],
      ['a quoted name', 'attachment; filename="May 1.pdf"', 'May 1.pdf'],
      ['raw UTF-8', 'attachment; filename="Käse 发票.pdf"', 'Käse 发票.pdf'],
      ['spaces without quotes', 'attachment; filename=My Report.pdf', 'My Report.pdf'],
      ['a folder', 'attachment; filename="../../etc/a.pdf"', 'a.pdf'],
      ['no extension', 'attachment; filename=invoice', 'invoice.pdf'],
      ['no name', 'inline', 'path.pdf'],
    ])('a file by its URL has the name of its Content-Disposition with %s', async (_, header, filename) => {
      await expectName({ document_url: server.host('path.pdf', disposed(header)) }, filename);
      const mine = { document_url: server.host('path.pdf', disposed(header)), filename: 'mine' };
      await expectName(mine, 'mine.pdf');
    });

    it.each([
      ['report.pdf;jsessionid=0A.node1', 'report.pdf'],
      ['report', 'report.pdf'],
      ['Angebot Nr.5', 'Angebot Nr.5.pdf'],
      ['download;v=2', 'download.pdf'],
    ])('a file behind the path %s is called %s', async (path, filename) => {
      await expectName({ document_url: server.host(path, pdf) }, filename);
    });

    it.each([
      ['Persian', 'می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
      ['Hindi', 'क्\u200dष.pdf', 'क्\u200dष.pdf'],
      ['emoji', '👨\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.pdf', ''],
      ['what reorders it', 'exe.\u202efdp\u2066.pdf', 'exe.fdp.pdf'],
    ])('a name in %s keeps its joiners and loses what reorders', async (_, given, shown) => {
      const upload = { document: new File([pdf.bytes], given, { type: pdf.type }) };
      await expectName(upload, shown || given);
      await expectName(
        { document_url: server.host('a', disposed(`attachment; filename="${given}"`)) },
        shown || given,
      );
    });

    it('a name that is too long keeps its extension', async () => {
      const name = `${'ä'.repeat(300)}.pdf`;
      const sent = await send({ document: new File([pdf.bytes], name, { type: pdf.type }) });
      const kept = (await client.getMessage({ id: sent.message_id })).message.media!.filename!;
      expect(kept).toBe(`${'ä'.repeat(251)}.pdf`);
      const [message] = await onPhone(sent);
      expect(message.media!.filename).toBe(channel === 'Cloud' ? `${'ä'.repeat(236)}.pdf` : kept);
    });

    it('a redirect with raw UTF-8 is followed to where browsers go', async () => {
      const target = new URL(server.host('Käse 发票.pdf', pdf));
      const location = Buffer.from(decodeURI(target.pathname)).toString('latin1');
      const moved = server.host('moved', { ...pdf, status: 302, headers: { location } });
      await expectName({ document_url: moved }, 'Käse 发票.pdf');
    });

    it('a download names the file for curl and wget as well', async () => {
      const sent = await send({ document: new File([pdf.bytes], 'Käse.pdf', { type: pdf.type }) });
      const { headers } = await client.raw.get(`/v1/messages/${sent.message_id}/media`);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="Kase.pdf"; filename*=UTF-8''K%C3%A4se.pdf`,
      );
    });

    it('an upload under another name is of the type of that name where its bytes show an archive', async () => {
      const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
      const document = new File([bytesOf('openpyxl.xlsx')], 'phpA1b2', { type: 'application/octet-stream' });
      const [message] = await onPhone(await send({ document, filename: 'Preise.xlsx' }));
      expect(message.media).toMatchObject({ filename: 'Preise.xlsx', mime_type: xlsx });
    });

    it('a document that the provider refuses is refused in its words, under the member that has it', async () => {
      const untrue = { bytes: bytesOf('notes.txt'), type: 'image/png' };
      const content = { document_url: server.host('notes.txt', untrue) };
      if (channel === 'Device') return void (await send(content));
      const error = await refusal(send(content));
      expect(error).toMatchObject({ code: 'validation_error', provider: { code: '100' } });
      expect(error.errors).toEqual({ document_url: [expect.stringContaining('Param file must be a file')] });
    });

    it('Opus in WebM is sent as a file to a phone, and refused where no file may be WebM', async () => {
      const file = {
        filename: 'opus.webm',
        kind: 'audio',
        onCloud: { asKind: false, asDocument: false },
      } as RealFile;
      await expectSent(file, 'document', upload(file, 'audio', 'audio/webm'), 'audio/webm');
      await expectSent(file, 'document', byUrl(file, 'audio', 'audio/webm'), 'audio/webm');
    });
  });

  it('the document in the header of a template has the name of the request or of its server', async () => {
    const { accountId, device, receiver } = await openCloudShop(stack());
    await receiver.stop();
    const scopes = ['templates:read', 'templates:write', 'messages:send'];
    const client = stack().typedClient(await stack().admin.createApiKey(accountId, { scopes }));
    const customer = freshNumber();
    const bytes = bytesOf('pdfkit.pdf');
    const header = `attachment; filename="K.pdf"; filename*=UTF-8''K%C3%A4se.pdf`;
    const url = server.host('path;v=1', {
      bytes,
      type: 'application/pdf',
      headers: { 'content-disposition': header },
    });
    const { template_id } = await approvedTemplate(client.raw, {
      chat_account_id: device.id,
      name: 'files_by_name',
      language: 'en',
      category: 'UTILITY',
      header_format: 'DOCUMENT',
      header_media_url: url,
      body: 'Here it is.',
    });
    const sendTemplate = async (more: object) => {
      const receiverOfAll = { ...receiverAt(customer), template_id, header_media_url: url };
      const { chat_message_id } = await client.sendTemplate({ ...receiverOfAll, ...more });
      const messages = await stack().sandbox.messages(customer);
      return messages.find((one) => one.chat_message_id === chat_message_id)!.media!.filename;
    };
    expect(await sendTemplate({})).toBe('Käse.pdf');
    expect(await sendTemplate({ filename: 'Angebot' })).toBe('Angebot.pdf');
    expect(await sendTemplate({ header_media_url: undefined, filename: 'Muster.pdf' })).toBe('Muster.pdf');
  });
}

/** Of a video container that holds sound as well, the class of the member decides. */
function keptType({ filename }: RealFile, type: string): string {
  return filename === 'clip.webm' ? 'video/webm' : type;
}
