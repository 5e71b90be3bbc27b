import type { TemplateButton } from '@chat/contracts/templates';
import type { Draft } from '@chat/contracts/template-drafts';

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = [
  'order',
  'Straße',
  'número',
  'заказ',
  '注文',
  '🙂 hello',
  'it’s',
  'co-op',
  '№7',
  'ready',
  'ok.',
  '(soon)',
];
const languages = ['en', 'en_US', 'de', 'pt_BR', 'zh_CN', 'fil', 'es_MX'];

/** Generates random drafts. */
export class RandomDrafts {
  private made = 0;

  constructor(private readonly random: () => number) {}

  /** Returns a draft that breaks no rule. */
  valid(): Draft {
    this.made += 1;
    const common = {
      name: `t${this.made}_${'x'.repeat(this.between(0, 40))}`,
      language: this.pick(languages),
      header_text: null,
      header_example: null,
      samples: [],
      footer: null,
      add_security_recommendation: null,
      code_expiration_minutes: null,
    };
    return this.chance(0.2) ? this.otp(common) : this.text(common);
  }

  /** Returns a draft that breaks one rule, and the member that is wrong. */
  invalid(): { draft: Draft; member: string } {
    const [member, breakIt] = this.pick(this.faults);
    const base = this.text({
      ...this.valid(),
      header_text: null,
      header_example: null,
      samples: [],
      footer: null,
    });
    return {
      member,
      draft: { ...base, add_security_recommendation: null, code_expiration_minutes: null, ...breakIt() },
    };
  }

  private readonly faults: readonly (readonly [string, () => Partial<Draft>])[] = [
    ['name', () => ({ name: this.pick(['Order', 'or der', 'größe', 'a-b', 'x'.repeat(513)]) })],
    ['language', () => ({ language: this.pick(['xx', 'en-US', 'EN', 'german']) })],
    ['header_text', () => this.header('x'.repeat(this.between(61, 90)))],
    [
      'header_text',
      () => this.header(this.pick(['Hi 🙂 there', 'Hi *you* there', 'Hi\nthere', 'a_b', 'a~b', 'a`b'])),
    ],
    ['header_text', () => this.header('Hi {{1}} and {{2}} there', 'a')],
    ['header_example', () => this.header('Hi {{1}} there')],
    ['body', () => this.body('y'.repeat(this.between(1_025, 1_100)), 0)],
    ['body', () => this.body(`{{1}} ${this.sentence(4)}`, 1)],
    ['body', () => this.body(`${this.sentence(4)} {{1}}`, 1)],
    ['body', () => this.body('Dear {{1}}, see {{3}} for your order', 2)],
    ['body', () => this.body('Dear {{name}}, here is your order', 0)],
    ['body', () => this.body('Dear {{1}} {{2}}, here is your order', 2)],
    ['body', () => this.body('a {{1}} - {{2}} - {{3}} b', 3)],
    ['body_examples', () => this.body('Dear {{1}}, see {{2}} for it', this.pick([0, 1, 3]))],
    ['footer', () => ({ footer: 'z'.repeat(this.between(61, 80)) })],
    ['footer', () => ({ footer: 'Bye {{1}} bye' })],
    ['buttons', () => ({ buttons: this.replies(11) })],
    ['buttons', () => ({ buttons: [this.link(), this.link(), this.link()] })],
    ['buttons', () => ({ buttons: [...this.replies(1), this.link(), ...this.replies(1)] })],
    ['buttons', () => ({ buttons: [{ type: 'QUICK_REPLY' as const, text: 'x'.repeat(26) }] })],
    [
      'buttons',
      () => ({ buttons: [{ ...this.link(), url: this.pick(['example.com', 'https://a.de/{{1}}/b']) }] }),
    ],
    ['buttons', () => ({ buttons: [{ type: 'URL' as const, text: 'See', url: 'https://a.de/{{1}}' }] })],
    ['buttons', () => ({ buttons: [{ type: 'PHONE_NUMBER' as const, text: 'Call', phone_number: 'home' }] })],
    ['buttons', () => ({ buttons: [{ type: 'COPY_CODE' as const, example: 'C'.repeat(16) }] })],
    ['buttons', () => ({ buttons: [{ type: 'OTP' as const, otp_type: 'COPY_CODE' as const }] })],
  ];

  private text(
    common: Omit<Draft, 'category' | 'header_format' | 'body' | 'body_examples' | 'buttons'>,
  ): Draft {
    const count = this.between(0, 4);
    const parts = [
      this.sentence(count + 2),
      ...Array.from({ length: count }, (_, at) => `{{${at + 1}}} ${this.sentence(2)}`),
    ];
    const headers: Partial<Draft>[] = [
      { header_format: 'NONE' },
      this.header(`Hi ${'a'.repeat(this.between(1, 50))}`),
      this.header('Hi {{1}} there', 'Ana'),
    ];
    return {
      ...common,
      category: this.pick(['UTILITY', 'MARKETING'] as const),
      header_format: 'NONE',
      ...this.pick(headers),
      body: parts.join(' '),
      body_examples: Array.from({ length: count }, (_, at) => `example ${at}`),
      footer: this.chance(0.5) ? this.sentence(2) : null,
      buttons: this.buttons(),
    };
  }

  private otp(
    common: Omit<Draft, 'category' | 'header_format' | 'body' | 'body_examples' | 'buttons'>,
  ): Draft {
    const app = { package_name: 'com.example', signature_hash: 'K8a/AINcGX7' };
    const buttons: TemplateButton[] = [
      { type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy it' },
      { type: 'OTP', otp_type: 'ONE_TAP', autofill_text: 'Fill it in', supported_apps: [app] },
      { type: 'OTP', otp_type: 'ZERO_TAP', supported_apps: [app], zero_tap_terms_accepted: true },
    ];
    return {
      ...common,
      category: 'AUTHENTICATION',
      header_format: 'NONE',
      body: null,
      body_examples: [],
      buttons: [this.pick(buttons)],
      add_security_recommendation: this.pick([null, true, false]),
      code_expiration_minutes: this.pick([null, 1, 90]),
    };
  }

  private buttons(): TemplateButton[] {
    const others = [
      this.link(),
      { ...this.link(), url: 'https://example.com/{{1}}', example: 'https://example.com/7' },
      { type: 'PHONE_NUMBER' as const, text: 'Call', phone_number: '+4915112345678' },
      { type: 'COPY_CODE' as const, example: 'SAVE20' },
    ].filter(() => this.chance(0.5));
    const replies = this.replies(this.between(0, 4));
    return this.chance(0.5) ? [...replies, ...others] : [...others, ...replies];
  }

  private replies(count: number): TemplateButton[] {
    return Array.from({ length: count }, (_, at) => ({ type: 'QUICK_REPLY', text: `Reply ${at}` }));
  }

  private link(): TemplateButton {
    return { type: 'URL', text: 'See it', url: `https://example.com/${this.between(1, 99)}` };
  }

  private header(header_text: string, header_example: string | null = null): Partial<Draft> {
    return { header_format: 'TEXT', header_text, header_example };
  }

  private body(body: string, examples: number): Partial<Draft> {
    return { body, body_examples: Array.from({ length: examples }, (_, at) => `example ${at}`) };
  }

  private sentence(count: number): string {
    return Array.from({ length: count }, () => this.pick(words)).join(' ');
  }

  private between(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1));
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }
}
