import { MAX_BODY, MAX_FOOTER, variablesOf } from '@chat/contracts/template-drafts';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import type { PartProps } from './builder';
import { namesIn, numbered, withVariable } from './builder.rules';
import styles from './templates.module.css';

/** How much of a text is used, in characters as people count them. */
export function useCounter(): (text: string, most: number) => string {
  const { lifecycle: texts } = useTexts();
  const formats = useFormats();
  return (text, most) => texts.used(formats.number([...text].length), formats.number(most));
}

export function TextPart({ written, change, problemOf }: PartProps) {
  const { lifecycle: texts } = useTexts();
  const formats = useFormats();
  const count = useCounter();
  const { body, examples } = written;
  const setBody = (text: string) => change({ body: text }, 'body');
  const setExample = (index: number, example: string) => {
    const all = Array.from({ length: Math.max(examples.length, index + 1) }, (_, at) => examples[at] ?? '');
    all[index] = example;
    change({ examples: all }, `body_examples.${index}`);
  };
  return (
    <>
      <TextField
        label={texts.body}
        help={count(body, MAX_BODY)}
        value={body}
        onChange={setBody}
        lines={6}
        problem={problemOf('body')}
      />
      <div className={styles.tools}>
        <Button isSmall icon="plus" onPress={() => setBody(withVariable(body))}>
          {texts.addVariable}
        </Button>
        {namesIn(body).length > 0 && (
          <Button isSmall onPress={() => setBody(numbered(body))}>
            {texts.numberThem}
          </Button>
        )}
      </div>
      {namesIn(body).length > 0 && <p className={styles.help}>{texts.namesHelp}</p>}
      {variablesOf(body).length > 0 && (
        <div className={styles.row}>
          {variablesOf(body).map((_, index) => (
            <TextField
              key={index}
              label={texts.example(formats.number(index + 1))}
              value={examples[index] ?? ''}
              onChange={(example) => setExample(index, example)}
              problem={problemOf(`body_examples.${index}`)}
            />
          ))}
        </div>
      )}
    </>
  );
}

export function FooterPart({ written, change, problemOf }: PartProps) {
  const { lifecycle: texts } = useTexts();
  const count = useCounter();
  return (
    <TextField
      label={texts.footer}
      isOptional
      help={count(written.footer, MAX_FOOTER)}
      value={written.footer}
      onChange={(footer) => change({ footer }, 'footer')}
      problem={problemOf('footer')}
    />
  );
}
