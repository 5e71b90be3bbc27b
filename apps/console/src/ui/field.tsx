import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  SelectValue,
  Text,
  TextArea,
  TextField as AriaTextField,
  Button,
} from 'react-aria-components';
import { Icon } from './icon';
import { useTexts } from '../texts/texts';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  /** What is wrong with it, in a sentence. */
  problem?: string;
  isRequired?: boolean;
  isOptional?: boolean;
  autoFocus?: boolean;
  type?: 'text' | 'tel' | 'password' | 'date';
  autoComplete?: string;
  lines?: number;
  maxLength?: number;
  name?: string;
}

export function TextField({ label, help, problem, lines, isOptional, ...props }: FieldProps) {
  const { common } = useTexts();
  return (
    <AriaTextField
      {...props}
      dir={props.type === 'tel' ? 'ltr' : undefined}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      className={styles.field}
    >
      <Label className={styles.label}>
        {label}
        {isOptional && <span className={styles.optional}> ({common.optional})</span>}
      </Label>
      {lines ? (
        <TextArea rows={lines} className={styles.input} dir="auto" />
      ) : (
        <Input className={styles.input} dir={props.type === undefined ? 'auto' : undefined} />
      )}
      {help !== undefined && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.problem}>{problem}</FieldError>
    </AriaTextField>
  );
}

/** A search that says what it searches. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      className={styles.search}
      maxLength={100}
    >
      <span className={styles.lens}>
        <Icon name="search" size={18} />
      </span>
      <Input className={styles.input} placeholder={label} dir="auto" data-search="" />
      {value !== '' && (
        <Button className={styles.clear}>
          <Icon name="close" size={16} />
        </Button>
      )}
    </AriaSearchField>
  );
}

export interface Option<K extends string> {
  readonly id: K;
  readonly label: string;
}

/** One of some options. */
export function Select<K extends string>({
  label,
  options,
  value,
  onChange,
  isLabelSeen = true,
  problem,
}: {
  label: string;
  options: readonly Option<K>[];
  value: K | null;
  onChange: (value: K) => void;
  isLabelSeen?: boolean;
  problem?: string;
}) {
  return (
    <AriaSelect
      aria-label={isLabelSeen ? undefined : label}
      value={value}
      onChange={(key) => key !== null && onChange(key as K)}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      className={styles.field}
      placeholder=" "
    >
      {isLabelSeen && <Label className={styles.label}>{label}</Label>}
      <Button className={styles.select}>
        <SelectValue className={styles.value} />
        <Icon name="down" size={16} />
      </Button>
      <FieldError className={styles.problem}>{problem}</FieldError>
      <Popover className={styles.popover}>
        <ListBox items={options} className={styles.options}>
          {({ id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className={styles.option}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** One of few options that need a sentence each. */
export function Choices<K extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly (Option<K> & { readonly help: string })[];
  value: K;
  onChange: (value: K) => void;
}) {
  return (
    <RadioGroup value={value} onChange={(id) => onChange(id as K)} className={styles.field}>
      <Label className={styles.label}>{label}</Label>
      {options.map(({ id, label: text, help }) => (
        <Radio key={id} value={id} className={styles.choice}>
          <span className={styles.choiceMark} />
          <span>
            <span className={styles.choiceLabel}>{text}</span>
            <span className={styles.help}>{help}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

export function Checkbox({
  isSelected,
  onChange,
  children,
  help,
}: {
  isSelected: boolean;
  onChange: (value: boolean) => void;
  children: ReactNode;
  help?: string;
}) {
  return (
    <div className={styles.field}>
      <AriaCheckbox isSelected={isSelected} onChange={onChange} className={styles.checkbox}>
        <span className={styles.box}>{isSelected && <Icon name="check" size={16} />}</span>
        {children}
      </AriaCheckbox>
      {help !== undefined && <p className={styles.help}>{help}</p>}
    </div>
  );
}
