import { callbackTypes, type SubscribedType } from '@contract/callback-event';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { CodeWords } from '@/components/CodeWords';
import { Json } from '@/components/Json';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import type { api } from '@/services/api';

export type EventTypes = Awaited<ReturnType<typeof api.webhook.eventTypes>>;

interface EventChoiceProps {
  id?: string;
  types: EventTypes;
  value?: SubscribedType[];
  onChange?: (chosen: SubscribedType[]) => void;
}

/** Selects the events, each with its example and schema. */
export function EventChoice({ id, types, value = [], onChange }: EventChoiceProps) {
  const t = useTexts(webhookTexts);
  const choices = types.filter(({ type }) => type !== 'ping');
  const toggle = (type: SubscribedType, on: boolean) => onChange?.(on ? [...value, type] : value.filter((one) => one !== type));

  return (
    <fieldset id={id} className="event-choice">
      <legend>
        {t.events} <small className="muted number">{t.eventsChosen(value.length, choices.length)}</small>
      </legend>
      <ul>
        {choices.map((choice) => (
          <EventLine
            key={choice.type}
            of={choice}
            isChosen={value.includes(choice.type as SubscribedType)}
            onToggle={(on) => toggle(choice.type as SubscribedType, on)}
          />
        ))}
      </ul>
      {value.length === 0 && (
        <p className="refused" role="alert">
          {t.atLeastOne}
        </p>
      )}
    </fieldset>
  );
}

interface EventLineProps {
  of: EventTypes[number];
  isChosen: boolean;
  onToggle: (on: boolean) => void;
}

function EventLine({ of: { type, schema, example }, isChosen, onToggle }: EventLineProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-open={isOpen}>
      <div className="event-line">
        <Checkbox checked={isChosen} onChange={({ target }) => onToggle(target.checked)}>
          <span className="code">{type}</span>
        </Checkbox>
        <span className="muted">
          <CodeWords text={callbackTypes[type].description[language]} />
        </span>
        <Button type="link" size="small" aria-expanded={isOpen} title={t.exampleOf(type)} onClick={() => setOpen(!isOpen)}>
          {t.example}
        </Button>
      </div>
      {isOpen && (
        <div className="event-example">
          <div>
            <h3>{t.exampleBody}</h3>
            <Json value={example} />
          </div>
          <div>
            <h3>{t.schema}</h3>
            <Json value={schema} />
          </div>
        </div>
      )}
    </li>
  );
}
