import { MAX_BUTTON_TEXT, MAX_BUTTONS } from '@chat/contracts/template-drafts';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Select, TextField } from '../ui/field';
import { Notice } from '../ui/states';
import type { PartProps } from './builder';
import { useCounter } from './builder-texts';
import { ownButtons, type WrittenButton } from './builder.rules';
import styles from './templates.module.css';

/** The member of the API that the value of a button is. */
const memberOf = {
  QUICK_REPLY: 'text',
  URL: 'url',
  PHONE_NUMBER: 'phone_number',
  COPY_CODE: 'example',
} as const;

/** What is below the text: answers, links, a number to call, a code to copy. */
export function ButtonsPart(part: PartProps) {
  const { lifecycle: texts } = useTexts();
  const { written, change, problemOf } = part;
  const { buttons } = written;
  const add = () =>
    change({ buttons: [...buttons, { type: 'QUICK_REPLY', text: '', value: '', example: '' }] }, 'buttons');
  return (
    <fieldset className={styles.part}>
      <legend>{texts.buttons}</legend>
      {buttons.map((_, index) => (
        <OneButton key={index} index={index} {...part} />
      ))}
      {problemOf('buttons') !== undefined && <Notice>{problemOf('buttons')}</Notice>}
      {buttons.length < MAX_BUTTONS && (
        <div>
          <Button isSmall icon="plus" onPress={add}>
            {texts.addButton}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function OneButton({ index, written, change, problemOf }: PartProps & { index: number }) {
  const { lifecycle: texts } = useTexts();
  const formats = useFormats();
  const count = useCounter();
  const button = written.buttons[index]!;
  const { type, text, value, example } = button;
  const path = `buttons.${index}`;
  const number = formats.number(index + 1);
  const set = (changed: Partial<WrittenButton>, ...members: string[]) =>
    change(
      { buttons: written.buttons.map((one, at) => (at === index ? { ...one, ...changed } : one)) },
      'buttons',
      path,
      ...members.map((member) => `${path}.${member}`),
    );
  const labels = { URL: texts.buttonUrl, PHONE_NUMBER: texts.buttonPhone, COPY_CODE: texts.buttonCode };
  return (
    <fieldset className={styles.part}>
      <legend>{texts.button(number)}</legend>
      <div className={styles.row}>
        <Select
          label={texts.kind}
          value={type}
          options={ownButtons.map((id) => ({ id, label: texts.kinds[id] }))}
          onChange={(kind) => set({ type: kind })}
          problem={problemOf(`${path}.type`)}
        />
        <TextField
          label={texts.buttonText}
          isOptional={type === 'COPY_CODE'}
          help={count(text, MAX_BUTTON_TEXT)}
          value={text}
          onChange={(label) => set({ text: label }, 'text')}
          problem={problemOf(`${path}.text`)}
        />
      </div>
      {type !== 'QUICK_REPLY' && (
        <TextField
          label={labels[type]}
          value={value}
          onChange={(changed) => set({ value: changed }, memberOf[type])}
          problem={problemOf(`${path}.${memberOf[type]}`)}
        />
      )}
      {type === 'URL' && value.includes('{{') && (
        <TextField
          label={texts.buttonUrlExample}
          value={example}
          onChange={(changed) => set({ example: changed }, 'example')}
          problem={problemOf(`${path}.example`)}
        />
      )}
      {problemOf(path) !== undefined && <p className={styles.problem}>{problemOf(path)}</p>}
      <div>
        <Button
          isSmall
          icon="close"
          onPress={() => change({ buttons: written.buttons.filter((_, at) => at !== index) }, 'buttons')}
        >
          {texts.removeButton(number)}
        </Button>
      </div>
    </fieldset>
  );
}
