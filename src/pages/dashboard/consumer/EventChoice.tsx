import { callbackTypes, type SubscribedType } from '@contract/callback-event';
import { Checkbox } from 'antd';
import { Json } from '@/components/Json';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import type { api } from '@/services/api';

export type EventTypes = Awaited<ReturnType<typeof api.webhook.eventTypes>>;

interface EventChoiceProps {
  types: EventTypes;
  value?: SubscribedType[];
  onChange?: (chosen: SubscribedType[]) => void;
}

/** The events to be told of, each with its example and schema to unfold. */
export function EventChoice({ types, value = [], onChange }: EventChoiceProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const choices = types.filter(({ type }) => type !== 'ping');
  const toggle = (type: SubscribedType, on: boolean) => onChange?.(on ? [...value, type] : value.filter((one) => one !== type));

  return (
    <fieldset className="event-choice">
      <legend>
        {t.events} <small className="muted number">{t.eventsChosen(value.length, choices.length)}</small>
      </legend>
      {choices.map(({ type, schema, example }) => (
        <details key={type}>
          <summary>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the box in the line does not fold it */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on the box never reaches the line */}
            <span onClick={(event) => event.stopPropagation()}>
              <Checkbox
                checked={value.includes(type as SubscribedType)}
                onChange={({ target }) => toggle(type as SubscribedType, target.checked)}
              >
                <span className="code">{type}</span>
              </Checkbox>
            </span>
            <span className="muted">{callbackTypes[type].description[language]}</span>
            <span className="unfold">{t.example}</span>
          </summary>
          <h3>{t.exampleBody}</h3>
          <Json value={example} />
          <h3>{t.schema}</h3>
          <Json value={schema} />
        </details>
      ))}
      {value.length === 0 && (
        <p className="refused" role="alert">
          {t.atLeastOne}
        </p>
      )}
    </fieldset>
  );
}
