import type { Reported, Revision, Twin } from '@contract/config';
import { ErrorCode } from '@contract/errors';
import type { JsonObject } from '@contract/merge-patch';
import { Alert } from 'antd';
import { useState } from 'react';
import { ChangeList } from '@/components/ChangeList';
import Confirm from '@/components/Confirm';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { changesTold } from '@/utils/json-changes';
import { toast } from '@/utils/toast';

interface RollBackConfirmProps {
  appKey: string;
  sn: string;
  to: Revision;
  /** What the device said to that version when it had it, if that is known. */
  said?: Reported['result'];
  twin: Twin;
  schema: JsonObject;
  onRolledBack: (twin: Twin) => void;
  /** Somebody else has saved a newer version meanwhile. */
  onOutrun: (theirs: Twin) => void;
  onClosed: () => void;
}

/** Asks before an earlier version comes back, and asks again when somebody saves a newer one meanwhile. */
export function RollBackConfirm({ appKey, sn, to, said, twin, schema, onRolledBack, onOutrun, onClosed }: RollBackConfirmProps) {
  const t = useTexts(configTexts);
  const [{ version: asked }] = useState(twin.desired);
  // What it makes is wanted before the dialog has closed: it still shows what it was confirmed for.
  const [confirmed, setConfirmed] = useState<Twin['desired']>();
  const from = confirmed ?? twin.desired;
  const changes = changesTold(schema, from.state, to.state);

  async function rollBack() {
    setConfirmed(from);
    try {
      const headers = { 'if-match': `"${from.version}"` };
      const answer = await api.config.rollback({ params: { appKey, sn }, headers, body: { version: to.version } });
      toast.success(t.rolledBack(to.version, answer.desired.version));
      onRolledBack(answer);
    } catch (failure) {
      setConfirmed(undefined);
      if (failure instanceof RequestFailure && failure.code === ErrorCode.versionConflict) {
        failure.told = true;
        onOutrun(failure.answer.data as Twin);
      }
      throw failure;
    }
  }

  return (
    <Confirm
      title={t.rollBackTitle(to.version)}
      confirm={t.rollBack}
      cancel={t.cancel}
      disabled={changes.length === 0}
      onConfirm={rollBack}
      onClosed={onClosed}
    >
      {from.version > asked && <Alert type="warning" showIcon title={t.rollBackOutrun(t.by(from.updatedBy), from.version)} />}
      {said && said !== 'ok' && <Alert type="warning" showIcon title={said === 'partial' ? t.partialBefore : t.rejectedBefore} />}
      <p>{changes.length > 0 ? t.rollBackWhy(from.version + 1) : t.rollBackVain(to.version)}</p>
      {changes.length > 0 && (
        <div className="save-changes">
          <ChangeList schema={schema} changes={changes} />
        </div>
      )}
    </Confirm>
  );
}
