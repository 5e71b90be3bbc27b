import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { services } from '@chat/standalone';
import { readCompose, root } from './testing/manifests';

interface Kustomization {
  readonly images: readonly { readonly name: string; readonly newTag?: string; readonly digest?: string }[];
}

describe('docker/pin-images.mjs', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pin-images-'));
    // A registry in which the digest of an image is that of its name.
    const registry = '#!/bin/sh\nprintf "sha256:%s\\n" "$(printf %s "$2" | sha256sum | cut -c1-64)"\n';
    writeFileSync(join(folder, 'registry'), registry);
    chmodSync(join(folder, 'registry'), 0o755);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const pin = (args: string[], command = `${join(folder, 'registry')} digest`) =>
    execFileSync(process.execPath, [join(root, 'docker/pin-images.mjs'), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, DIGEST_COMMAND: command },
    });

  it('prints a setting for every image of others in compose.yaml', () => {
    const lines = pin([]).trim().split('\n');
    expect(lines.every((line) => /^\w+_IMAGE=\S+:\S+@sha256:[0-9a-f]{64}$/.test(line))).toBe(true);
    const printed = new Set(lines.map((line) => line.split(/[=@]/)[1]));
    const ofOthers = Object.values(readCompose().services)
      .map(({ image }) => image)
      .filter((image) => !image.startsWith('chat-api/'));
    expect(ofOthers.filter((image) => !printed.has(image))).toEqual([]);
    expect([...printed]).toContain('docker.io/library/node:24-bookworm-slim');
  });

  it('replaces the tags of an overlay by digests, and changes nothing else', () => {
    const overlay = join(root, 'k8s/overlays/production');
    cpSync(overlay, folder, { recursive: true });
    pin([folder]);
    const digests = services.map(({ name }) => {
      const file = join(name, 'kustomization.yaml');
      const read = (path: string) => parse(readFileSync(join(path, file), 'utf8')) as Kustomization;
      const [before, after] = [read(overlay), read(folder)];
      const [image] = after.images;
      expect(image).toEqual({
        name: `chat-api/${name}`,
        newName: `registry.example.com/chat-api/${name}`,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      });
      expect({ ...after, images: before.images }).toEqual(before);
      return image!.digest;
    });
    expect(new Set(digests).size).toBe(services.length);
    const text = readFileSync(join(folder, 'kustomization.yaml'), 'utf8');
    expect(text).toBe(readFileSync(join(overlay, 'kustomization.yaml'), 'utf8'));
  });

  it('replaces the tag of one service', () => {
    cpSync(join(root, 'k8s/overlays/production'), folder, { recursive: true });
    pin([join(folder, 'crm')]);
    const textOf = (name: string) => readFileSync(join(folder, name, 'kustomization.yaml'), 'utf8');
    expect(textOf('crm')).toMatch(/digest: sha256:[0-9a-f]{64} .*# 0\.2\.0|# 0\.2\.0/);
    expect(textOf('tickets')).toContain('newTag: 0.2.0');
  });

  it('fails if it gets no digest', () => {
    expect(() => pin([], 'echo none')).toThrow('printed no digest');
  });
});
