import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { certificateOfRun } from '@chat/test-kit';
import { hasProgram } from '@chat/test-kit/programs';

/** Without a window it is the same browser, and opens pages in half of the time. */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell';
export const CHROMIUM =
  process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : '/usr/bin/chromium');
export const hasChromium = hasProgram('chromium', CHROMIUM);
/** Generous, because a busy machine takes long to start it. */
const START_TIMEOUT_MS = 120_000;

/** A test in real Chromium; skipped, and reported as such, where none is installed. */
export const inChromium = hasChromium ? it : it.skip;

/** Launches Chromium so that it trusts the ingress of this run, if there is one. */
export function launchChromium(...args: string[]): Promise<Browser> {
  const certificate = certificateOfRun();
  const trust = certificate ? [`--ignore-certificate-errors-spki-list=${pinOf(certificate)}`] : [];
  return chromium.launch({
    executablePath: CHROMIUM,
    timeout: START_TIMEOUT_MS,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...trust, ...args],
  });
}

/**
 * Waits until the field with this label has the focus, so that keys go to it. Chromium applies `autofocus` with the
 * first frame, which may come after the page has loaded.
 */
export function untilFocused(page: Page, label: string): Promise<void> {
  return page.getByLabel(label).and(page.locator(':focus')).waitFor();
}

/** The SHA-256 of the public key, in the format of Chromium's option. */
function pinOf({ certificateFile }: { certificateFile: string }): string {
  const { publicKey } = new X509Certificate(readFileSync(certificateFile));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
