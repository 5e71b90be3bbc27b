import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that a program of others wrote; `real-files/README.md` says which. */
export interface RealFile {
  filename: string;
  /** The class that it is sent as. */
  kind: 'image' | 'video' | 'audio' | 'document';
  /** Its type, from its bytes and its name. */
  type: string;
  /** Another name of the type, or of the container, that a program uses. */
  alsoNamed: string;
  /** Whether the provider accepts it as its class, and as a document. */
  onCloud: { asKind: boolean; asDocument: boolean };
}

const everywhere = { asKind: true, asDocument: true };
const nowhere = { asKind: false, asDocument: false };
const asDocument = { asKind: false, asDocument: true };
const office = 'application/vnd.openxmlformats-officedocument';

const table: readonly (readonly [string, RealFile['kind'], string, string, RealFile['onCloud']])[] = [
  ['tone.mp3', 'audio', 'audio/mpeg', 'audio/mpeg3', everywhere],
  ['tone.aac', 'audio', 'audio/aac', 'audio/x-hx-aac-adts', everywhere],
  ['tone.m4a', 'audio', 'audio/mp4', 'audio/mp4a-latm', everywhere],
  ['opus.ogg', 'audio', 'audio/ogg; codecs=opus', 'audio/opus', everywhere],
  ['vorbis.ogg', 'audio', 'audio/ogg', 'audio/vorbis', asDocument],
  ['tone.wav', 'audio', 'audio/wav', 'audio/x-pn-wav', nowhere],
  ['tone.flac', 'audio', 'audio/flac', 'audio/x-flac', nowhere],
  ['tone.wma', 'audio', 'audio/x-ms-wma', 'audio/x-ms-wma', nowhere],
  ['clip.mp4', 'video', 'video/mp4', 'video/x-m4v', everywhere],
  ['clip.3gp', 'video', 'video/3gpp', 'video/3gp', everywhere],
  ['clip.mov', 'video', 'video/quicktime', 'video/x-quicktime', nowhere],
  ['clip.webm', 'video', 'video/webm', 'audio/webm', nowhere],
  ['clip.avi', 'video', 'video/vnd.avi', 'video/msvideo', nowhere],
  ['clip.mkv', 'video', 'video/matroska', 'video/mkv', nowhere],
  ['clip.wmv', 'video', 'video/x-ms-wmv', 'video/x-ms-wmv', nowhere],
  ['picture.jpg', 'image', 'image/jpeg', 'image/pjpeg', everywhere],
  ['picture.png', 'image', 'image/png', 'image/x-png', everywhere],
  ['picture.gif', 'image', 'image/gif', 'image/x-gif', nowhere],
  ['picture.bmp', 'image', 'image/bmp', 'image/x-windows-bmp', nowhere],
  ['picture.tiff', 'image', 'image/tiff', 'image/x-tiff', nowhere],
  ['picture.webp', 'image', 'image/webp', 'image/x-webp', asDocument],
  ['picture.avif', 'image', 'image/avif', 'image/avif-sequence', nowhere],
  ['picture.heic', 'image', 'image/heic', 'image/x-heic', nowhere],
  ['picture.svg', 'document', 'image/svg+xml', 'text/plain', nowhere],
  ['prolog.svg', 'document', 'image/svg+xml', 'text/plain', nowhere],
  ['openpyxl.xlsx', 'document', `${office}.spreadsheetml.sheet`, 'application/zip', everywhere],
  ['exceljs.xlsx', 'document', `${office}.spreadsheetml.sheet`, 'application/x-zip-compressed', everywhere],
  ['docxjs.docx', 'document', `${office}.wordprocessingml.document`, 'application/zip', everywhere],
  ['sheetjs.xls', 'document', 'application/vnd.ms-excel', 'application/x-ole-storage', everywhere],
  ['pdfkit.pdf', 'document', 'application/pdf', 'text/plain', everywhere],
  ['archive.zip', 'document', 'application/zip', 'application/x-zip-compressed', everywhere],
  ['table.csv', 'document', 'text/csv', 'text/plain', everywhere],
  ['notes.txt', 'document', 'text/plain', 'text/plain', everywhere],
  ['data.json', 'document', 'application/json', 'text/plain', everywhere],
  ['page.html', 'document', 'text/html', 'text/plain', everywhere],
  ['mail.eml', 'document', 'message/rfc822', 'text/plain', everywhere],
];

export const realFiles: readonly RealFile[] = table.map(([filename, kind, type, alsoNamed, onCloud]) => ({
  filename,
  kind,
  type,
  alsoNamed,
  onCloud,
}));

export function bytesOf(filename: string): Buffer {
  return readFileSync(join(__dirname, 'real-files', filename));
}
