import { useTexts } from '../texts/texts';
import { Checkbox } from '../ui/field';
import { EventName } from './event-name';
import { familiesOf, includes, isWhole, withEvent, withFamily } from './events.rules';
import styles from './webhooks.module.css';

/** What an endpoint gets: whole families, or single events, each in a sentence. */
export function EventPicker({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { webhooks: texts } = useTexts();
  return (
    <div className={styles.families}>
      {familiesOf(chosen).map((family) => (
        <fieldset key={family.name} className={styles.family}>
          <legend>{texts.families[family.name] ?? family.name}</legend>
          <Checkbox
            isSelected={isWhole(chosen, family.name)}
            onChange={(isOn) => onChange(withFamily(chosen, family.name, isOn))}
          >
            <EventName event={`${family.name}.*`} sentence={texts.wholeFamily} />
          </Checkbox>
          <div className={styles.members}>
            {family.events.map((event) => (
              <Checkbox
                key={event}
                isSelected={includes(chosen, event)}
                onChange={() => onChange(withEvent(chosen, family, event))}
              >
                <EventName event={event} />
              </Checkbox>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
