import { BIN_TOKEN, BinAnswer, type BinRequest } from '@contract/bin';
import { Alert, Button, Select } from 'antd';
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

/** Poll interval while the window is visible. */
const LOOK_MS = 2500;

interface RequestBinProps {
  appKey: string;
  /** Where callbacks go. */
  url: string;
  /** Number of sent tests: each refreshes the list. */
  tests: number;
}

/** The platform's built-in receiver: its address, its answer, and received requests. Nothing if there is none. */
export default function RequestBin({ appKey, url, tests }: RequestBinProps) {
  const t = useTexts(binTexts);
  const params = { appKey };
  const [chosenId, setChosenId] = useState<number>();
  const [isRemoving, setRemoving] = useState(false);
  // Polled, so failures are shown in place, and only if there is nothing else to show.
  const look = async () => ({ of: url, bin: await api.bin.read({ params, query: {} }, { skipErrorHandler: true }) });
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
  const isOther = data?.of === url && isBinHere(url) && tokenIn(url) !== tokenIn(bin?.url ?? '');
  if (!bin) return isOther ? <OtherBin /> : null;

  const chosen = bin.requests.find(({ id }) => id === chosenId) ?? bin.requests[0];

  async function answer(wanted: BinAnswer) {
    // If it was removed elsewhere, `open` would create one with another address.
    const there = await api.bin.read({ params, query: {} });
    mutate({ of: url, bin: there && (await api.bin.open({ params, body: { answer: wanted } })) });
  }

  async function remove() {
    await api.bin.remove({ params });
    // The question goes with the bin, before it has closed.
    setRemoving(false);
    mutate({ of: url, bin: null });
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
      {isOther && <Alert type="warning" showIcon title={t.binOther} />}
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

const tokenIn = (url: string) => BIN_TOKEN.exec(url)?.[1];

/** Is this the address of a bin of this platform, whether there is one or not? */
const isBinHere = (url: string) => tokenIn(url) !== undefined && new URL(url).origin === location.origin;

/** Callbacks lead to a bin that is not the project's: it was removed, most likely. */
function OtherBin() {
  const t = useTexts(binTexts);
  return (
    <section className="panel wide" aria-label={t.bin}>
      <h2>{t.bin}</h2>
      <Alert type="warning" showIcon title={t.binOther} />
    </section>
  );
}

interface RequestsProps {
  of: BinRequest[];
  chosen: BinRequest;
  onChosen: (id: number) => void;
}

/** Received requests, newest first. */
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

/** The type of a callback; of other requests, the start of the body. */
function typeOf({ body }: BinRequest): string {
  return /^\{"type":"([\w.-]{1,64})"/.exec(body)?.[1] ?? `POST ${[...body.slice(0, 64)].slice(0, 32).join('')}`;
}
