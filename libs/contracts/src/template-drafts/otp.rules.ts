import type { TemplateButton } from '../templates';
import { strayMemberProblems, textProblems } from './buttons.rules';
import type { DraftFindings } from './draft-findings';
import type { Draft } from './draft.rules';

const MAX_MINUTES = 90;
const MAX_APPS = 5;

/** Adds what is wrong with an authentication template, which has the provider's texts and exactly one OTP button. */
export function otpProblems(draft: Draft, problems: DraftFindings): void {
  refuseOwnTexts(draft, problems);
  const { code_expiration_minutes: minutes } = draft;
  if (minutes !== null && (minutes < 1 || minutes > MAX_MINUTES)) {
    problems.add('code_expiration_minutes', `code_expiration_minutes must be from 1 to ${MAX_MINUTES}.`);
  }
  if (problems.isBroken('buttons')) return;
  const [button, ...more] = draft.buttons;
  if (!button || more.length > 0) {
    problems.add('buttons', 'An AUTHENTICATION template must have exactly one button, of type OTP.');
  }
  draft.buttons.forEach((one, index) => {
    textProblems(one, `buttons.${index}`, problems);
    otpButtonProblems(one, `buttons.${index}`, problems);
  });
}

function refuseOwnTexts(draft: Draft, problems: DraftFindings): void {
  const refuse = (member: string, isGiven: boolean, fix = 'Remove it.') => {
    if (isGiven) problems.add(member, `${member} is not for the category AUTHENTICATION. ${fix}`);
  };
  refuse('header_format', draft.header_format !== 'NONE', 'Use NONE.');
  refuse('header_text', draft.header_text !== null);
  refuse('header_example', draft.header_example !== null);
  for (const member of draft.samples) refuse(member, member !== 'sample');
  refuse('body', draft.body !== null, 'The provider supplies the text. Remove it.');
  refuse('body_examples', draft.body_examples.length > 0);
  refuse('footer', draft.footer !== null, 'Use code_expiration_minutes.');
}

function otpButtonProblems(button: TemplateButton, path: string, problems: DraftFindings): void {
  const { type, otp_type: otpType, supported_apps: apps = [], zero_tap_terms_accepted: isAccepted } = button;
  if (type !== 'OTP') {
    problems.add(`${path}.type`, 'The button of an AUTHENTICATION template must be of type OTP.');
    return;
  }
  strayMemberProblems(button, path, problems);
  if (otpType === undefined) {
    problems.add(`${path}.otp_type`, 'otp_type is required: COPY_CODE, ONE_TAP or ZERO_TAP.');
    return;
  }
  if (otpType === 'COPY_CODE') return;
  if (apps.length < 1 || apps.length > MAX_APPS) {
    problems.add(`${path}.supported_apps`, `${otpType} needs 1 to ${MAX_APPS} supported_apps.`);
  }
  if (otpType === 'ZERO_TAP' && isAccepted !== true) {
    problems.add(`${path}.zero_tap_terms_accepted`, 'ZERO_TAP needs zero_tap_terms_accepted: true.');
  }
}
