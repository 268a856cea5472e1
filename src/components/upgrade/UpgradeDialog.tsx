import type { DeviceFilter } from '@contract/device';
import { ErrorCode, errorText } from '@contract/errors';
import { Percent, UpgradeDraft, type UpgradeTarget } from '@contract/upgrade';
import { useDebounce, useThrottleFn } from 'ahooks';
import { Checkbox, Form, Input, Modal, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FailedPart } from '@/components/FailedRead';
import { Segments } from '@/components/Segments';
import { useFormDialog } from '@/components/useFormDialog';
import { useLanguage } from '@/locales/language';
import { api } from '@/services/api';
import { useLive } from '@/services/live';
import { byteText } from '@/utils/bytes';
import { RequestFailure } from '@/utils/failure';
import { newId } from '@/utils/new-id';
import { follows } from '@/utils/rules';
import { toast } from '@/utils/toast';
import { useRead } from '@/utils/useRead';
import { useSending } from '@/utils/useSending';
import { useSubmit } from '@/utils/useSubmit';
import { doubtOf } from './doubt';
import { PercentInput } from './PercentInput';
import { SHARES } from './shares';
import { UpgradePreview } from './UpgradePreview';
import { useUpgradeWords } from './useUpgradeWords';
import './upgrade-dialog.css';

interface UpgradeDialogProps {
  appKey: string;
  /** Selected devices; without them the dialog asks. */
  chosen?: { sns: string[] } | { filter: DeviceFilter; upTo?: number };
  /** The filter of the list behind the dialog. */
  filter?: DeviceFilter;
  /** Initial version, share and threshold: of a successful upgrade to be extended, or of a version selected elsewhere. */
  from?: { packetId: number } & Partial<Pick<Values, 'percent' | 'pauses' | 'threshold'>>;
  onStarted: (id: number) => void;
  onClosed: () => void;
}

type Scope = 'all' | 'tag' | 'matching';

interface Values {
  packetId?: number;
  scope: Scope;
  tag?: string;
  /** Undefined until the devices are counted: the default is all of a few, or a first share of many. NaN while the input is no number. */
  percent?: number;
  pauses: boolean;
  threshold: number;
  note: string;
}

/** Up to this number, all devices are proposed; of more, a first share to test the version. */
const FEW = 20;
const FIRST_SHARE = 10;
const DEFAULT_THRESHOLD = 20;
/** Messages after which the preview is repeated, at most this often. */
const CHANGES: ReadonlySet<string> = new Set(['device', 'gone', 'counts', 'upgrade', 'reset']);
const LOOK_MS = 3000;
const { note: noteOf } = UpgradeDraft.shape;

/** Asks for the version, the devices and the caution of an upgrade, and shows how many devices it would affect. */
export default function UpgradeDialog({ appKey, chosen, filter = {}, from, onStarted, onClosed }: UpgradeDialogProps) {
  const { t, targetOf: textOf } = useUpgradeWords();
  const language = useLanguage();
  const [form] = Form.useForm<Values>();
  const { data: packets, error: unreadPackets, refresh: readPackets } = useRead(() => api.packet.all());
  const { data: tags } = useRead(() => api.device.tags({ params: { appKey } }));
  const [values, setValues] = useState<Values>({ scope: 'all', pauses: true, threshold: DEFAULT_THRESHOLD, note: '', ...from });
  const isOne = chosen !== undefined && 'sns' in chosen && chosen.sns.length === 1;
  const isFiltered = Object.values(filter).some(Boolean);
  const target = targetOf(values, chosen, filter);
  const wanted = JSON.stringify([values.packetId, target]);
  const asked = useDebounce(wanted, { wait: 250 });
  const {
    data: preview,
    error: unreadPreview,
    refresh: previewAgain,
    mutate: show,
  } = useRead(() => previewOf(asked), { refreshDeps: [asked] });
  const { run: lookAgain } = useThrottleFn(previewAgain, { wait: LOOK_MS });
  useLive({ appKey, onMessage: ({ type }) => CHANGES.has(type) && lookAgain() });
  const { devices: found } = preview ?? {};
  const share = values.percent ?? (found === undefined ? undefined : found > FEW ? FIRST_SHARE : 100);
  useEffect(() => {
    if (share === undefined || values.percent !== undefined) return;
    // Not marked as touched, because the user did not type it.
    form.setFields([{ name: 'percent', value: share, touched: false, errors: [] }]);
    setValues((now) => ({ ...now, percent: share }));
  }, [share, values.percent, form]);
  const isGone = packets !== undefined && values.packetId !== undefined && packets.every(({ id }) => id !== values.packetId);
  useEffect(() => {
    if (!isGone) return;
    form.setFields([{ name: 'packetId', value: undefined, touched: false, errors: [errorText('packetGone', language)] }]);
    setValues((now) => ({ ...now, packetId: undefined }));
  }, [isGone, form, language]);
  const isFresh = preview?.asked === wanted && !preview.isProbe;
  // The devices in a share depend on the version, so it must be known.
  const isAsked = target !== null && (target.percent === undefined || values.packetId !== undefined);
  const count = isFresh && isAsked ? countOf(preview) : undefined;
  const { props, submitting, isTyped } = useSubmit(form, start, { noDevices: 'scope' });
  const sending = useSending(submitting, { disabled: count === 0 || packets?.length === 0 });
  const dialog = useFormDialog(isTyped, submitting);
  const sent = useRef({ text: '', key: '' });

  async function previewOf(asked: string) {
    const [packetId, target] = JSON.parse(asked) as [number | undefined, UpgradeTarget | null];
    if (!target) return undefined;
    const body = { packetId: packetId ?? undefined, target };
    // Failures are shown in place.
    const answer = await api.upgrade.preview({ params: { appKey }, body }, { skipErrorHandler: true });
    // A probe only serves to choose the initial share.
    const isProbe = !target.sns && values.percent === undefined && answer.devices > FEW;
    return { asked, isProbe, ...answer };
  }

  async function start({ packetId, pauses, threshold, note }: Values) {
    if (packetId === undefined || !target) return false;
    // Never more devices than confirmed. If the count fails, starting the upgrade would fail, too, and report it.
    const now = count === undefined ? undefined : await previewOf(wanted).catch(() => undefined);
    if (now && count !== undefined && countOf(now) > count) {
      show(now);
      toast.warning(t.countChanged(countOf(now)));
      return false;
    }
    const pauseThresholdPercent = pauses && !isOne ? threshold : undefined;
    const body = { packetId, target, note, pauseThresholdPercent };
    // An unanswered request is repeated with the same idempotency key.
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newId() };
    const headers = { 'idempotency-key': sent.current.key };
    const { id } = await api.upgrade.create({ params: { appKey }, headers, body }).catch((failure) => {
      if (failure instanceof RequestFailure && failure.code === ErrorCode.packetGone) forgetPacket();
      throw failure;
    });
    toast.success(t.started);
    dialog.close();
    onStarted(id);
  }

  function forgetPacket() {
    form.setFieldValue('packetId', undefined);
    setValues((now) => ({ ...now, packetId: undefined }));
    readPackets();
  }

  const isPercent = {
    validator: async (_: unknown, percent: unknown) => {
      if (!Percent.safeParse(percent).success) throw new Error(t.percentNeeded);
    },
  };
  const scopes = [
    { value: 'all', label: t.scopeAll },
    ...(isFiltered ? [{ value: 'matching', label: t.scopeMatching }] : []),
    ...(tags && tags.list.length > 0 ? [{ value: 'tag', label: t.scopeTag }] : []),
  ];

  // Tags may still be loading.
  const isOnlyAll = tags !== undefined && scopes.length === 1 && values.scope === 'all';

  return (
    <Modal
      title={isOne ? t.dialogTitleOf((chosen as { sns: string[] }).sns[0] as string) : t.dialogTitle}
      open={dialog.isOpen}
      width={640}
      okText={count && !isOne ? t.start(count) : t.startPlain}
      cancelText={t.cancel}
      {...sending}
      onOk={form.submit}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <Form
        {...props}
        name="upgrade"
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        onValuesChange={(_, all) => setValues({ ...values, ...all })}
      >
        <Form.Item
          name="packetId"
          label={t.packet}
          rules={[{ required: true, message: t.packetNeeded }]}
          extra={
            packets?.length === 0 ? t.noPackets : !packets && unreadPackets && <FailedPart error={unreadPackets} onRetry={readPackets} />
          }
        >
          <Select
            showSearch={{ optionFilterProp: 'search' }}
            placeholder={t.packetPlaceholder}
            notFoundContent={t.packetNone}
            disabled={packets?.length === 0}
            options={packets?.map(({ id, name, version, size }) => ({
              value: id,
              search: `${name} ${version}`,
              label: (
                <span className="packet-option">
                  <span>
                    {name} <b className="code">{version}</b>
                  </span>
                  <small className="muted">{byteText(size, language)}</small>
                </span>
              ),
            }))}
          />
        </Form.Item>
        {chosen && !isOne && (
          <Form.Item label={t.scope} extra={t.withoutDisabled}>
            {textOf('sns' in chosen ? { chosen: chosen.sns.length } : chosen)}
          </Form.Item>
        )}
        {!chosen && (
          <Form.Item name="scope" label={t.scope} extra={t.withoutDisabled}>
            {isOnlyAll ? <OnlyScope name={t.scopeAll} /> : <Segments block aria-label={t.scope} options={scopes} />}
          </Form.Item>
        )}
        {!chosen && values.scope === 'tag' && (
          <Form.Item name="tag" label={t.tag} rules={[{ required: true, message: t.tagNeeded }]}>
            <Select
              showSearch
              placeholder={t.tagPlaceholder}
              options={tags?.list.map(({ tag, devices }) => ({ value: tag, label: `${tag} · ${t.devices(devices)}` }))}
            />
          </Form.Item>
        )}
        {!(chosen && 'sns' in chosen) && (
          <Form.Item label={t.share} extra={t.shareHint} htmlFor="upgrade_percent">
            <div className="share-choice">
              <Segments
                aria-label={t.share}
                options={SHARES.map((share) => ({ value: share, label: t.percent(share) }))}
                value={values.percent ?? 0}
                onChange={(percent) => {
                  form.setFieldValue('percent', percent);
                  setValues({ ...values, percent });
                }}
              />
              <Form.Item name="percent" noStyle rules={[isPercent]}>
                <PercentInput aria-label={t.shareOther} />
              </Form.Item>
            </div>
          </Form.Item>
        )}
        {!isOne && (
          <Form.Item label={t.threshold} extra={values.pauses ? t.thresholdHint : t.noThresholdHint} htmlFor="upgrade_threshold">
            <div className="threshold-choice">
              <Form.Item name="pauses" valuePropName="checked" noStyle>
                <Checkbox aria-label={t.threshold}>{t.thresholdBefore}</Checkbox>
              </Form.Item>
              <Form.Item name="threshold" noStyle dependencies={['pauses']} rules={values.pauses ? [isPercent] : []}>
                <PercentInput disabled={!values.pauses} aria-label={t.thresholdLabel} />
              </Form.Item>
              <span>{t.thresholdAfter}</span>
            </div>
          </Form.Item>
        )}
        <Form.Item name="note" label={t.note} rules={[follows(noteOf)]}>
          <Input placeholder={t.notePlaceholder} />
        </Form.Item>
        {unreadPreview ? (
          <div className="upgrade-preview">
            <FailedPart error={unreadPreview} onRetry={previewAgain} />
          </div>
        ) : (
          <UpgradePreview
            preview={preview?.isProbe ? undefined : preview}
            doubtOf={(running) => doubtOf(running, values.packetId, packets ?? [])}
            isFresh={isFresh}
            isAsked={isAsked}
            isShareWrong={!isShare(values.percent)}
            isPart={target?.percent !== undefined}
          />
        )}
      </Form>
      {dialog.question}
    </Modal>
  );
}

/** Shown if there is only one scope; takes only the label's id from the form. */
const OnlyScope = ({ id, name }: { id?: string; name: string }) => <output id={id}>{name}</output>;

/** The number of devices to upgrade, without those that run the version already. */
const countOf = ({ devices, already }: { devices: number; already: number }) => devices - already;

/** Is this a valid share? Undefined means all devices. */
const isShare = (percent: unknown) => percent === undefined || Percent.safeParse(percent).success;

/** The form's target; null while it is incomplete. */
function targetOf({ scope, tag, percent }: Values, chosen: UpgradeDialogProps['chosen'], shown: DeviceFilter): UpgradeTarget | null {
  if (chosen && 'sns' in chosen) return { sns: chosen.sns };
  if (!chosen && scope === 'tag' && !tag) return null;
  if (!isShare(percent)) return null;
  const filter = chosen ? chosen.filter : scope === 'tag' ? { tag } : scope === 'matching' ? shown : {};
  return { filter, ...(percent && percent < 100 && { percent }), upTo: chosen?.upTo };
}
