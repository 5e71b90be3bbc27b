import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { rowClass } from '../ui/card';
import { TextField } from '../ui/field';
import { limits, newRow, rowCount, type AssetDraft, type DraftRow, type DraftSection } from './asset.rules';
import styles from './assets.module.css';

/** The sections of a list, and what can be chosen in each. */
export function Sections({
  draft,
  onChange,
}: {
  draft: AssetDraft;
  onChange: (sections: readonly DraftSection[]) => void;
}) {
  const { assets: texts } = useTexts();
  const { sections } = draft;
  const isFull = rowCount(draft) >= limits.rows;
  const setSection = (index: number, section: DraftSection) =>
    onChange(sections.map((one, at) => (at === index ? section : one)));
  return (
    <>
      {sections.map((section, index) => (
        <fieldset key={index} className={styles.section}>
          <legend className="unseen">{texts.section(index + 1)}</legend>
          {sections.length > 1 && (
            <TextField
              label={texts.sectionTitle}
              value={section.title}
              onChange={(title) => setSection(index, { ...section, title })}
              maxLength={limits.title}
            />
          )}
          {section.rows.map((row, at) => (
            <Row
              key={at}
              row={row}
              number={at + 1}
              onChange={(next) =>
                setSection(index, {
                  ...section,
                  rows: section.rows.map((one, place) => (place === at ? next : one)),
                })
              }
              onRemove={
                rowCount(draft) > 1
                  ? () =>
                      onChange(
                        sections
                          .map((one, place) =>
                            place === index ? { ...one, rows: one.rows.filter((_, to) => to !== at) } : one,
                          )
                          .filter(({ rows }) => rows.length > 0),
                      )
                  : undefined
              }
            />
          ))}
          <div>
            <Button
              isSmall
              icon="plus"
              isDisabled={isFull}
              onPress={() => setSection(index, { ...section, rows: [...section.rows, newRow(sections)] })}
            >
              {texts.addRow}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          isSmall
          icon="plus"
          isDisabled={isFull || sections.length >= limits.sections}
          onPress={() => onChange([...sections, { title: '', rows: [newRow(sections)] }])}
        >
          {texts.addSection}
        </Button>
      </div>
    </>
  );
}

function Row({
  row,
  number,
  onChange,
  onRemove,
}: {
  row: DraftRow;
  number: number;
  onChange: (row: DraftRow) => void;
  onRemove?: () => void;
}) {
  const { assets: texts } = useTexts();
  return (
    <>
      <TextField
        label={texts.rowTitle(number)}
        value={row.title}
        onChange={(title) => onChange({ ...row, title })}
        maxLength={limits.title}
      />
      <TextField
        label={texts.rowDescription(number)}
        value={row.description}
        onChange={(description) => onChange({ ...row, description })}
        maxLength={limits.description}
        isOptional
      />
      <TextField
        label={texts.rowId(number)}
        help={texts.rowIdHelp}
        value={row.id}
        onChange={(id) => onChange({ ...row, id })}
        maxLength={limits.rowId}
      />
      {onRemove && (
        <div className={rowClass}>
          <Button isSmall onPress={onRemove}>
            {texts.removeRow(number)}
          </Button>
        </div>
      )}
    </>
  );
}
