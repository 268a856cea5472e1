import type { BrokerClient } from '@contract/broker';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { CopyText } from '@/components/CopyText';
import { Facts } from '@/components/Facts';
import { lazyDialog } from '@/components/lazy-part';
import { deviceTexts } from '@/locales/device';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { byteText } from '@/utils/bytes';
import { exactTime } from '@/utils/time';
import { toast } from '@/utils/toast';

const Confirm = lazyDialog(() => import('@/components/Confirm'));

/** Names of the protocol levels in CONNECT (MQTT 3.1.1 §3.1.2.2, MQTT 5 §3.1.2.2). */
const versions: Record<number, string> = { 3: '3.1', 4: '3.1.1', 5: '5.0' };

interface BrokerFactsProps {
  appKey: string;
  sn: string;
  /** Undefined while loading. */
  client?: BrokerClient;
  /** Could not be read, and is retried. */
  isUnread: boolean;
}

/** The broker's data about a live connection, and the button that ends it. */
export function BrokerFacts({ appKey, sn, client, isUnread }: BrokerFactsProps) {
  const t = useTexts(eventTexts);
  const { cancel } = useTexts(deviceTexts);
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);

  async function kick() {
    await api.broker.kick({ params: { appKey, sn } });
    toast.success(t.kicked(sn));
  }

  const bytes = (count?: number | null) => byteText(count ?? 0, language);

  return (
    <section className="details-section" aria-label={t.connection}>
      <header>
        <h3>{t.connection}</h3>
        <span className="spring" />
        <Button size="small" danger onClick={() => setAsking(true)}>
          {t.kick}
        </Button>
      </header>
      {client ? (
        <Facts
          of={[
            { name: t.clientId, value: <CopyText text={client.clientid} what={t.clientId} />, wide: true },
            { name: t.peer, value: <span className="code">{[client.ip_address, client.port].filter(Boolean).join(':')}</span> },
            { name: t.protocol, value: [client.proto_name, versions[client.proto_ver ?? 0] ?? client.proto_ver].filter(Boolean).join(' ') },
            { name: t.keepaliveName, value: client.keepalive ? t.seconds(client.keepalive) : t.noKeepalive },
            // The exact time; the duration is shown above.
            !!client.connected_at && {
              name: t.connectedAt,
              value: <span className="number">{exactTime(new Date(client.connected_at).getTime(), language, true)}</span>,
            },
            { name: t.fromDevice, value: <span className="number">{t.messages(client.recv_msg ?? 0)}</span> },
            { name: t.toDevice, value: <span className="number">{t.messages(client.send_msg ?? 0)}</span> },
            // Total bytes of the connection, not only of messages.
            { name: t.traffic, value: <span className="number">{t.bothWays(bytes(client.recv_oct), bytes(client.send_oct))}</span> },
            { name: t.cleanSession, value: client.clean_start ? t.yes : t.no },
            isNumber(client.subscriptions_cnt) && { name: t.subscriptions, value: t.count(client.subscriptions_cnt) },
            isNumber(client.mqueue_len) && { name: t.queue, value: t.count(client.mqueue_len) },
          ]}
        />
      ) : isUnread ? (
        <p className="muted">{t.connectionUnread}</p>
      ) : (
        <FactBones count={8} />
      )}
      <Suspense>
        {isAsking && (
          <Confirm title={t.kickTitle(sn)} confirm={t.kick} cancel={cancel} danger onConfirm={kick} onClosed={() => setAsking(false)}>
            {t.kickWhy}
          </Confirm>
        )}
      </Suspense>
    </section>
  );
}

/** Placeholder while facts are loading. */
export function FactBones({ count }: { count: number }) {
  return (
    <div className="fact-bones" aria-hidden>
      {Array.from({ length: count }, (_, fact) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <i key={fact} className="bone" />
      ))}
    </div>
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
