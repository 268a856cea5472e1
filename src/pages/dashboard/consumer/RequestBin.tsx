import { BinAnswer, type BinRequest } from '@contract/bin';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { RequestView } from '@/components/bin/RequestView';
import { RequestWorth } from '@/components/bin/RequestWorth';
import Confirm from '@/components/Confirm';
import { CopyText } from '@/components/CopyText';
import { FailedPart } from '@/components/FailedRead';
import { binTexts } from '@/locales/bin';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';
import './request-bin.css';

/** What arrives is seen within this time, while somebody looks. */
const LOOK_MS = 2500;

interface RequestBinProps {
  appKey: string;
  /** Where callbacks go. */
  url: string;
  /** How many tests were sent: what they brought is seen at once. */
  tests: number;
}

/** The receiver inside the platform: where it is, what it answers, what arrived. Nothing where there is none. */
export default function RequestBin({ appKey, url, tests }: RequestBinProps) {
  const t = useTexts(binTexts);
  const params = { appKey };
  const [chosenId, setChosenId] = useState<number>();
  const [isRemoving, setRemoving] = useState(false);
  // Nobody asked for it: that it failed is said in its place, as long as there is nothing to see.
  const look = async () => ({ bin: await api.bin.read({ params, query: {} }, { skipErrorHandler: true }) });
  const { data, error, mutate, refresh } = useRead(look, { refreshDeps: [url, tests], pollingInterval: LOOK_MS, pollingWhenHidden: false });
  const bin = data?.bin;
  if (!data && error) {
    return (
      <section className="panel wide" aria-label={t.bin}>
        <h2>{t.bin}</h2>
        <FailedPart error={error} onRetry={refresh} />
      </section>
    );
  }
  if (!bin) return null;

  const chosen = bin.requests.find(({ id }) => id === chosenId) ?? bin.requests[0];

  async function answer(wanted: BinAnswer) {
    // Removed elsewhere, it would be made anew, with another address.
    const there = await api.bin.read({ params, query: {} });
    mutate({ bin: there && (await api.bin.open({ params, body: { answer: wanted } })) });
  }

  async function remove() {
    await api.bin.remove({ params });
    mutate({ bin: null });
  }

  return (
    <section className="panel wide request-bin" aria-label={t.bin}>
      <header>
        <h2>{t.bin}</h2>
        <span className="spring" />
        <span className="muted">{t.answers}</span>
        <Select
          size="small"
          aria-label={t.answers}
          popupMatchSelectWidth={false}
          value={bin.answer}
          options={BinAnswer.options.map((value) => ({ value, label: t[value] }))}
          onChange={answer}
        />
        <Button danger type="text" size="small" onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </header>
      <p className="muted">{t.binWhy}</p>
      <CopyText text={bin.url} what="URL" />
      {chosen ? (
        <div className="bin-requests">
          <Requests of={bin.requests} chosen={chosen} onChosen={setChosenId} />
          <RequestView request={chosen} />
        </div>
      ) : (
        <p className="bin-empty">{url === bin.url ? t.binEmpty : t.binUnused}</p>
      )}
      {isRemoving && (
        <Confirm danger title={t.removeTitle} confirm={t.removeDo} cancel={t.cancel} onConfirm={remove} onClosed={() => setRemoving(false)}>
          {t.removeWhy}
        </Confirm>
      )}
    </section>
  );
}

interface RequestsProps {
  of: BinRequest[];
  chosen: BinRequest;
  onChosen: (id: number) => void;
}

/** The newest first. */
function Requests({ of, chosen, onChosen }: RequestsProps) {
  const t = useTexts(binTexts);
  return (
    <ul aria-label={t.binList}>
      {of.map((request) => (
        <li key={request.id}>
          <button type="button" aria-pressed={request.id === chosen.id} onClick={() => onChosen(request.id)}>
            <span className="code">{typeOf(request)}</span>
            <RequestWorth of={request} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a callback is about; of anything else, how it begins. */
function typeOf({ body }: BinRequest): string {
  return /^\{"type":"([\w.-]{1,64})"/.exec(body)?.[1] ?? `POST ${[...body.slice(0, 64)].slice(0, 32).join('')}`;
}
