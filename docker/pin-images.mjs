/**
 * Pins images by digest, as the registries have them now, so that nobody can replace what is built on or run:
 *
 *   node docker/pin-images.mjs >> docker/.env              the images of others in compose.yaml, for builds too
 *   node docker/pin-images.mjs k8s/overlays/production     the images of all services of an overlay, instead of their tags
 *   node docker/pin-images.mjs k8s/overlays/production/crm that of one; several folders may be named
 *
 * DIGEST_COMMAND prints the digest of the image that follows it; the default needs Docker with Buildx.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isMap, parseDocument } from 'yaml';

const { DIGEST_COMMAND = 'docker buildx imagetools inspect --format {{.Manifest.Digest}}' } = process.env;
const folders = process.argv.slice(2);

if (folders.length === 0) printSettings();
for (const file of folders.flatMap(kustomizationsIn)) pinKustomization(file);

/** @throws Error unless the command prints a digest. */
function digestOf(image) {
  const [command, ...args] = DIGEST_COMMAND.split(' ');
  const digest = execFileSync(command, [...args, image], { encoding: 'utf8' }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${DIGEST_COMMAND} printed no digest of ${image}.`);
  return digest;
}

/** Prints a setting for each image in compose.yaml that can be set. The tag stays, for people to read. */
function printSettings() {
  const compose = readFileSync(new URL('compose.yaml', import.meta.url), 'utf8');
  const images = new Map(
    [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, name, image]) => [name, image]),
  );
  for (const [name, image] of images) console.log(`${name}=${image}@${digestOf(image)}`);
}

/** The kustomizations in a folder and those below it. */
function kustomizationsIn(folder) {
  const files = readdirSync(folder, { recursive: true });
  return files.filter((file) => basename(file) === 'kustomization.yaml').map((file) => join(folder, file));
}

/** Writes the digests into the file, whose comments and layout stay. */
function pinKustomization(file) {
  const document = parseDocument(readFileSync(file, 'utf8'));
  const images = document.get('images')?.items;
  if (!images) return;
  for (const image of images.filter(isMap)) {
    const [name, tag] = [image.get('newName') ?? image.get('name'), image.get('newTag')];
    if (!tag) continue;
    image.set('digest', digestOf(`${name}:${tag}`));
    image.delete('newTag');
    image.comment = ` ${tag}`;
  }
  writeFileSync(file, document.toString({ lineWidth: 0 }));
}
