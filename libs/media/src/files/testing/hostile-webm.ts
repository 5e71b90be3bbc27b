const OPUS_HEAD = Buffer.from('4f707573486561640101380180bb0000000000', 'hex');
/** One packet of silence at the beginning of its cluster. */
const BLOCK = Buffer.from('a385810000' + '80f8', 'hex');
const CUE_POINT = Buffer.from('bb8b' + 'b38101' + 'b786' + 'f78101' + 'f18101', 'hex');

/** A WebM of about this size with the same cue point over and over. */
export function cueBomb(bytes: number): Buffer {
  return webm(element('1c53bb6b', repeated(CUE_POINT, bytes)), cluster(BLOCK));
}

/** A WebM of about this size whose only cluster has millions of blocks. */
export function blockBomb(bytes: number): Buffer {
  return webm(cluster(repeated(BLOCK, bytes)));
}

/** A WebM of about this size with a cluster for every packet. */
export function clusterBomb(bytes: number): Buffer {
  return webm(repeated(cluster(BLOCK), bytes));
}

/** A WebM whose packets share their first bytes, which the file has once and a demuxer copies for each. */
export function prefixBomb(bytes: number): Buffer {
  const laced = Buffer.from('a386810000' + '8400f8', 'hex');
  const compression = element('5034', element('4254', [3]), element('4255', Buffer.alloc(bytes)));
  const encoding = element('6240', element('5033', [0]), compression);
  return webmWith(element('6d80', encoding), cluster(Buffer.alloc(3_000 * laced.length, laced)));
}

/** As many complete copies as fit. */
function repeated(element: Buffer, bytes: number): Buffer {
  return Buffer.alloc(bytes - (bytes % element.length), element);
}

function webm(...body: Buffer[]): Buffer {
  return webmWith(Buffer.alloc(0), ...body);
}

function webmWith(trackDetail: Buffer, ...body: Buffer[]): Buffer {
  const track = element(
    'ae',
    element('d7', [1]),
    element('73c5', [1]),
    element('83', [2]),
    element('86', Buffer.from('A_OPUS')),
    element('63a2', OPUS_HEAD),
    element('e1', element('b5', Buffer.from('40e7700000000000', 'hex')), element('9f', [1])),
    trackDetail,
  );
  const head = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const info = element('1549a966', element('2ad7b1', [0x0f, 0x42, 0x40]));
  return Buffer.concat([head, element('18538067', info, element('1654ae6b', track), ...body)]);
}

function cluster(blocks: Buffer): Buffer {
  return element('1f43b675', element('e7', [0]), blocks);
}

/** An EBML element with a size of eight bytes. */
function element(id: string, ...content: (Buffer | number[])[]): Buffer {
  const data = Buffer.concat(content.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(data.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, data]);
}
