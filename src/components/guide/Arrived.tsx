import { Link } from '@umijs/max';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { guideTexts } from '@/locales/guide';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';
import type { Seeking } from '@/utils/useSought';
import { RequestView } from '../bin/RequestView';
import { RequestWorth } from '../bin/RequestWorth';

interface ArrivedProps {
  appKey: string;
  /** The callback's secret, if it was created here; it is not shown again. */
  secret?: ReactNode;
  onFinished: () => void;
}

/** The end of the guide: the received request, and next steps. */
export default function Arrived({ appKey, secret, onFinished }: ArrivedProps) {
  const t = useTexts(guideTexts);
  const { data } = useRead(async () => ({ bin: await api.bin.read({ params: { appKey }, query: {} }) }));
  if (!data) return <div className="guide-bone" />;

  const requests = data.bin?.requests ?? [];
  // The oldest stored request, preferably a valid one: the first callback.
  const request = requests.findLast(({ verified }) => verified === 'valid') ?? requests.at(-1);
  const next = [
    ...(request ? [{ page: 'consumer', part: 'url', what: t.nextServer, why: t.nextServerWhy }] : []),
    { page: 'consumer', part: 'code', what: t.nextVerify, why: t.nextVerifyWhy },
    { page: 'call-record', part: '', what: t.nextRecords, why: t.nextRecordsWhy },
  ];

  return (
    <div className="guide-arrived">
      <div className="guide-request">
        <p role="status">{request ? t.finishedIn : t.finishedElsewhere}</p>
        {request && (
          <>
            <RequestWorth of={request} />
            <RequestView request={request} />
          </>
        )}
      </div>
      <div className="guide-after">
        <h3>{t.next}</h3>
        <ol>
          {next.map(({ page, part, what, why }) => (
            <li key={what}>
              <Link to={`/dashboard/${appKey}/${page}`} state={{ part } satisfies Seeking}>
                {what}
              </Link>
              <small className="muted">{why}</small>
            </li>
          ))}
        </ol>
        {secret}
        <Button type="primary" onClick={onFinished}>
          {secret ? t.kept : t.finish}
        </Button>
      </div>
    </div>
  );
}
