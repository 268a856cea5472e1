import type { BrokerClient } from '@contract/broker';
import type { Device } from '@contract/device';
import type { Diagnosis } from '@contract/event';
import { type ReactNode, useSyncExternalStore } from 'react';
import { StateTag } from '@/components/StateTag';
import { causeTexts } from '@/locales/diagnosis';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { everySecond } from '@/utils/every-second';
import { platformNow } from '@/utils/platform-clock';
import { duration } from '@/utils/time';

interface StateSentenceProps {
  device: Device;
  client?: BrokerClient;
  diagnosis?: Diagnosis;
}

/** A connection this much newer than the online state means a reconnection after a break too short to be reported as offline. */
const CAME_BACK_MS = 1000;

/** A device's state in a sentence: `在线 · 已持续 3 小时 12 分 · 10.2.3.4 · 心跳 60 秒`. */
export function StateSentence({ device, client, diagnosis }: StateSentenceProps) {
  const t = useTexts(eventTexts);
  const causes = useTexts(causeTexts);
  const { state, stateSince, address } = device;
  const connectedAt = client?.connected_at ? new Date(client.connected_at).getTime() : 0;
  const forHow = (words: (time: string) => string, since: string | number = stateSince) => <Lasting since={since} words={words} />;
  // The last cause is how the connection ended; those before it are circumstances.
  const ended = diagnosis?.causes.at(-1)?.code;

  const says: Record<Device['state'], ReactNode[]> = {
    online: [
      // Online since, as in the list; the start of the current connection comes from the broker.
      forHow(t.onlineFor),
      connectedAt - Date.parse(stateSince) > CAME_BACK_MS && forHow(t.reconnected, connectedAt),
      address && <span className="code">{address}</span>,
      client?.keepalive && <span>{t.keepalive(client.keepalive)}</span>,
    ],
    offline: [forHow(t.goneFor), ended && <span>{causes[ended]}</span>],
    inactive: [<span key="never">{t.neverYet}</span>],
    disabled: [forHow(t.refusedSince)],
  };

  return (
    <p className="state-sentence" data-state={state}>
      <span className="dotted">
        {[<StateTag key="state" state={state} />, ...says[state]].filter(Boolean).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a sentence's parts never changes
          <span key={index}>{part}</span>
        ))}
      </span>
    </p>
  );
}

/** A duration that counts on. */
function Lasting({ since, words }: { since: string | number; words: (time: string) => string }) {
  const language = useLanguage();
  const seconds = useSyncExternalStore(everySecond, () => Math.trunc((platformNow() - new Date(since).getTime()) / 1000));
  return (
    <time dateTime={new Date(since).toISOString()} className="number">
      {words(duration(seconds * 1000, language))}
    </time>
  );
}
