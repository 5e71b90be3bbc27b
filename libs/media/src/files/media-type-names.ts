/** A type of images, audio or video. */
interface NamedType {
  /** Our name of the type; the provider's, if it accepts the type. */
  type: string;
  /** The extension of its files. */
  extension: string;
  /** Other names of the type, as programs write them. */
  names: readonly string[];
}

/**
 * Types by the container that their files share, with their other names. No package for Node has such a table. These are the
 * names that share an extension in Symfony's (https://github.com/symfony/mime, MimeTypes.php of 2024-03-17, MIT), which is
 * made from those of Apache and freedesktop.org, and those that it lacks: of `file-type`, which sniffs for us, of libmagic,
 * Tika, Android, Windows and old browsers.
 */
const containers: Readonly<Record<string, readonly NamedType[]>> = {
  mp4: [
    named(
      'video/mp4',
      'mp4',
      'video/mp4v-es video/x-m4v application/mp4 video/h264 video/mpeg4 video/mpeg4-generic video/avc',
    ),
    named(
      'audio/mp4',
      'm4a',
      'audio/m4a audio/mp4a audio/mp4a-latm audio/x-m4b audio/mpeg4 audio/mpeg4-generic audio/m4r audio/m4p',
    ),
    named('video/3gpp', '3gp', 'video/3gp video/3gpp-encrypted'),
    named('audio/3gpp', '3gp', 'audio/3gpp-encrypted audio/x-rn-3gpp-amr audio/3gp'),
    named('video/3gpp2', '3g2', 'video/3g2'),
    named('audio/3gpp2', '3g2', 'audio/3g2'),
    named('video/quicktime', 'mov', 'video/mov image/mov video/qt'),
  ],
  mpeg: [
    named(
      'audio/mpeg',
      'mp3',
      'audio/mp3 audio/x-mpg audio/mpeg3 audio/x-mpeg-3 audio/x-mpegaudio audio/mpa audio/mp2',
    ),
    named('video/mpeg', 'mpg', 'video/mpeg-system video/x-mpeg2 video/mpg video/mp1s video/mp2p'),
  ],
  aac: [
    named(
      'audio/aac',
      'aac',
      'audio/x-hx-aac-adts audio/aacp audio/x-acc audio/vnd.dlna.adts audio/adts audio/aac-adts',
    ),
  ],
  amr: [named('audio/amr', 'amr', 'audio/amr-encrypted audio/amr-nb audio/amr-wb audio/amr-wb-encrypted')],
  ogg: [
    named(
      'audio/ogg',
      'ogg',
      'audio/vorbis audio/x-flac+ogg audio/x-oggflac audio/x-opus+ogg audio/x-speex audio/x-speex+ogg audio/x-vorbis+ogg audio/opus application/ogg audio/oga',
    ),
    named('video/ogg', 'ogv', 'video/x-theora video/x-theora+ogg video/ogv'),
  ],
  matroska: [
    named('video/matroska', 'mkv', 'video/mkv application/x-matroska'),
    named('audio/matroska', 'mka', ''),
    named('video/webm', 'webm', ''),
    named('audio/webm', 'weba', ''),
  ],
  asf: [
    named('video/x-ms-asf', 'asf', 'application/vnd.ms-asf video/x-ms-asf-plugin video/x-ms-wm'),
    named('audio/x-ms-asf', 'asf', ''),
    named('video/x-ms-wmv', 'wmv', 'audio/x-ms-wmv video/wmv'),
    named('audio/x-ms-wma', 'wma', 'audio/wma'),
  ],
  wav: [
    named(
      'audio/wav',
      'wav',
      'audio/vnd.wave audio/wave audio/x-pn-wav audio/x-pn-windows-acm audio/s-wav audio/vnd.wav',
    ),
  ],
  flac: [named('audio/flac', 'flac', 'application/x-flac')],
  aiff: [named('audio/aiff', 'aif', 'audio/x-aifc audio/x-aiffc sound/aiff')],
  midi: [named('audio/midi', 'mid', 'audio/mid application/x-midi')],
  avi: [
    named(
      'video/vnd.avi',
      'avi',
      'video/avi video/divx video/msvideo video/vnd.divx application/x-troff-msvideo',
    ),
  ],
  transport: [named('video/mp2t', 'ts', 'video/mpegts video/vnd.dlna.mpeg-tts video/mpeg-ts')],
  flv: [named('video/x-flv', 'flv', 'application/x-flash-video')],
  jpeg: [
    named('image/jpeg', 'jpg', 'image/pjpeg image/jpg image/jpe image/jfif image/x-citrix-jpeg image/pipeg'),
  ],
  png: [named('image/png', 'png', 'image/apng image/vnd.mozilla.apng image/x-citrix-png')],
  gif: [named('image/gif', 'gif', 'image/x-citrix-gif')],
  bmp: [
    named(
      'image/bmp',
      'bmp',
      'image/x-ms-bmp image/x-windows-bmp image/x-win-bitmap application/bmp image/bitmap',
    ),
  ],
  tiff: [named('image/tiff', 'tiff', 'image/tif')],
  webp: [named('image/webp', 'webp', '')],
  heif: [
    named('image/heic', 'heic', 'image/heic-sequence image/hevc image/hevc-sequence'),
    named('image/heif', 'heif', 'image/heif-sequence'),
    named('image/avif', 'avif', 'image/avif-sequence'),
  ],
  icon: [named('image/x-icon', 'ico', 'application/ico image/ico image/vnd.microsoft.icon text/ico')],
  photoshop: [named('image/vnd.adobe.photoshop', 'psd', 'application/photoshop image/photoshop image/psd')],
  svg: [named('image/svg+xml', 'svg', 'image/svg image/svg-xml')],
};

/** Other names of types that hold documents. */
const documents: readonly NamedType[] = [
  named('application/pdf', 'pdf', 'application/acrobat application/nappdf image/pdf'),
  named('application/zip', 'zip', 'application/x-zip-compressed application/x-compressed-zip'),
  named('application/x-cfb', '', 'application/x-ole-storage application/cdfv2 application/x-tika-msoffice'),
];

interface KnownType {
  type: string;
  container: string;
  extension: string;
}

const byName = new Map<string, KnownType>();
for (const [container, types] of Object.entries(containers))
  for (const each of types) remember(each, container);
for (const each of documents) remember(each, each.type);

/**
 * Returns the type that goes by the name, in lower case; the name itself if it is the only one that we know. Of two names that
 * differ only by `x-`, either is valid (RFC 6648).
 */
export function typeNamed(name: string): string {
  const other = name.includes('/x-') ? name.replace('/x-', '/') : name.replace('/', '/x-');
  return (byName.get(name) ?? byName.get(other))?.type ?? name;
}

/** Returns the container that files of the type share with other types; null for an unknown type. */
export function containerOf(type: string): string | null {
  return byName.get(type)?.container ?? null;
}

/** Returns the usual extension of files of a type, without the dot; null for an unknown type. */
export function usualExtension(type: string): string | null {
  return byName.get(type)?.extension || null;
}

function named(type: string, extension: string, names: string): NamedType {
  return { type, extension, names: names.split(' ').filter(Boolean) };
}

function remember({ type, extension, names }: NamedType, container: string): void {
  for (const name of [type, ...names]) byName.set(name, { type, container, extension });
}
