import { MAX_BUTTON_TEXT } from '@chat/contracts/template-drafts';
import { useFormats, useTexts } from '../texts/texts';
import { Button, IconButton } from '../ui/button';
import { Checkbox, Choices, TextField } from '../ui/field';
import type { PartProps } from './builder';
import { useCounter } from './builder-texts';
import { otpKinds, type App } from './builder.rules';
import styles from './templates.module.css';

const MOST_APPS = 5;

/** What can be chosen of a template whose text is the provider's. The button of an existing one stays as it is. */
export function OtpPart({ isNew, ...part }: PartProps & { isNew: boolean }) {
  const { lifecycle: texts } = useTexts();
  const { written, change, problemOf } = part;
  return (
    <>
      {isNew && <Delivery {...part} />}
      <Checkbox isSelected={written.advice} onChange={(advice) => change({ advice })}>
        {texts.advice}
      </Checkbox>
      <TextField
        label={texts.minutes}
        help={texts.minutesHelp}
        value={written.minutes}
        onChange={(minutes) => change({ minutes }, 'code_expiration_minutes')}
        maxLength={3}
        problem={problemOf('code_expiration_minutes')}
      />
    </>
  );
}

function Delivery(part: PartProps) {
  const { lifecycle: texts } = useTexts();
  const count = useCounter();
  const { written, change, problemOf } = part;
  const { otpKind, otpText, autofillText, areTermsAccepted } = written;
  return (
    <>
      <Choices
        label={texts.otp}
        value={otpKind}
        options={otpKinds.map((id) => ({ id, label: texts.otpKinds[id], help: texts.otpHelp[id] }))}
        onChange={(kind) => change({ otpKind: kind })}
      />
      <TextField
        label={texts.otpText}
        isOptional
        help={count(otpText, MAX_BUTTON_TEXT)}
        value={otpText}
        onChange={(text) => change({ otpText: text }, 'buttons.0.text')}
        problem={problemOf('buttons.0.text')}
      />
      {otpKind !== 'COPY_CODE' && (
        <>
          <TextField
            label={texts.autofillText}
            isOptional
            value={autofillText}
            onChange={(text) => change({ autofillText: text }, 'buttons.0.autofill_text')}
            problem={problemOf('buttons.0.autofill_text')}
          />
          <Apps {...part} />
        </>
      )}
      {otpKind === 'ZERO_TAP' && (
        <div>
          <Checkbox
            isSelected={areTermsAccepted}
            onChange={(isOn) => change({ areTermsAccepted: isOn }, 'buttons.0.zero_tap_terms_accepted')}
          >
            {texts.terms}
          </Checkbox>
          {problemOf('buttons.0.zero_tap_terms_accepted') !== undefined && (
            <p className={styles.problem}>{problemOf('buttons.0.zero_tap_terms_accepted')}</p>
          )}
        </div>
      )}
    </>
  );
}

function Apps({ written, change, problemOf }: PartProps) {
  const { lifecycle: texts } = useTexts();
  const formats = useFormats();
  const { apps } = written;
  const set = (index: number, changed: Partial<App>) =>
    change({ apps: apps.map((app, at) => (at === index ? { ...app, ...changed } : app)) });
  return (
    <fieldset className={styles.part}>
      <legend>{texts.apps}</legend>
      {apps.map(({ package_name, signature_hash }, index) => (
        <div key={index} className={styles.row}>
          <TextField
            label={texts.packageName}
            value={package_name}
            onChange={(name) => set(index, { package_name: name })}
            maxLength={224}
            problem={problemOf(`buttons.0.supported_apps.${index}.package_name`)}
          />
          <TextField
            label={texts.signatureHash}
            value={signature_hash}
            onChange={(hash) => set(index, { signature_hash: hash })}
            maxLength={100}
            problem={problemOf(`buttons.0.supported_apps.${index}.signature_hash`)}
          />
          {apps.length > 1 && (
            <IconButton
              icon="close"
              label={texts.removeApp(package_name || formats.number(index + 1))}
              onPress={() => change({ apps: apps.filter((_, at) => at !== index) })}
            />
          )}
        </div>
      ))}
      {problemOf('buttons.0.supported_apps') !== undefined && (
        <p className={styles.problem}>{problemOf('buttons.0.supported_apps')}</p>
      )}
      {apps.length < MOST_APPS && (
        <div>
          <Button
            isSmall
            icon="plus"
            onPress={() => change({ apps: [...apps, { package_name: '', signature_hash: '' }] })}
          >
            {texts.addApp}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
