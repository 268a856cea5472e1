import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Link, useLocation } from '@umijs/max';
import { useUpdate } from 'ahooks';
import { Button, Input } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { virtualTexts } from '@/locales/virtual';
import { isRunning, type RunningDevice, virtualDevices } from '@/services/virtual-device';
import { deviceListPath } from '@/utils/device-list';
import './virtual-devices.css';

/** Valid event names, which become part of an MQTT topic. */
const EVENT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** CONNACK return codes without a specific reason (MQTT 3.1.1, 3.2.2.3): bad user name or password, not authorized. */
const NOT_LET_IN: ReadonlySet<number | undefined> = new Set([4, 5]);

/** The virtual devices of this tab, on every page: each a pill that unfolds its messages and actions. */
export default function VirtualDevices({ devices }: { devices: readonly RunningDevice[] }) {
  const t = useTexts(virtualTexts);
  const { pathname } = useLocation();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  // Folded on another page, where they would cover other content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => setUnfolded(new Set()), [pathname]);

  function toggle(sn: string) {
    const others = [...unfolded].filter((one) => one !== sn);
    setUnfolded(new Set(unfolded.has(sn) ? others : [...others, sn]));
  }

  return (
    <aside className="virtual-devices" aria-label={t.panel}>
      {devices.map((device) => (
        <VirtualCard key={device.sn} device={device} isOpen={unfolded.has(device.sn)} onToggle={() => toggle(device.sn)} />
      ))}
    </aside>
  );
}

function VirtualCard({ device, isOpen, onToggle }: { device: RunningDevice; isOpen: boolean; onToggle: () => void }) {
  const look = useUpdate();
  const t = useTexts(virtualTexts);
  const { appKey, sn, state, sent } = device;
  const toggleButton = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);

  // The new button replaces the pressed one, and gets its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after folding and unfolding
  useLayoutEffect(() => {
    if (isPressed.current) toggleButton.current?.focus();
    isPressed.current = false;
  }, [isOpen]);

  function press() {
    isPressed.current = true;
    onToggle();
  }

  if (!isOpen) {
    return (
      <section className="virtual-card virtual-pill" aria-label={`${t.name} ${sn}`} data-state={state}>
        <button ref={toggleButton} type="button" aria-expanded={false} title={t.unfold} onClick={press}>
          <span className="sr-only">{t.unfold}</span>
          <i className="pulse" aria-hidden key={sent} />
          <span className="virtual-sn code">{sn}</span>
          <UpOutlined aria-hidden />
          <small className="number">
            <span className="virtual-state">{t[state]}</span>
            {sent > 0 && <span className="muted">{t.sent(sent)}</span>}
          </small>
        </button>
      </section>
    );
  }
  return (
    <section className="virtual-card" aria-label={`${t.name} ${sn}`} data-state={state}>
      <header>
        <i className="pulse" aria-hidden key={sent} />
        {state === 'removed' ? (
          <span className="virtual-sn code">{sn}</span>
        ) : (
          <Link
            className="virtual-sn code"
            to={deviceListPath(appKey, { device: sn })}
            title={t.details}
            // The list below may be looked at otherwise by now.
            onPointerEnter={look}
            onFocus={look}
          >
            {sn}
          </Link>
        )}
        <span className="virtual-state" role="status">
          {t[state]}
        </span>
        <span className="spring" />
        <Button
          ref={toggleButton}
          type="text"
          size="small"
          aria-expanded
          aria-label={t.fold}
          title={t.fold}
          icon={<DownOutlined aria-hidden />}
          onClick={press}
        />
        <Button
          type="text"
          size="small"
          aria-label={t.stop}
          title={t.stop}
          icon={<CloseOutlined aria-hidden />}
          onClick={() => virtualDevices.stop(device)}
        />
      </header>
      <Messages device={device} />
      <Orders device={device} />
      <p className="muted virtual-here">{state === 'removed' ? t.removedWhy : t.here}</p>
    </section>
  );
}

/** The device's messages, newest first. */
function Messages({ device: { said, sent } }: { device: RunningDevice }) {
  const t = useTexts(virtualTexts);
  const language = useLanguage();
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' });

  const nameOf = ({ kind, topic = '' }: RunningDevice['said'][number]) => {
    if (kind !== 'published') return { connected: t.saidConnected, closed: t.saidClosed, refused: t.saidRefused }[kind];
    const [, name = ''] = topic.split('/up/');
    if (name.startsWith('event/')) return t.event(name.slice('event/'.length));
    const names: Record<string, string> = {
      status: t.birth,
      telemetry: t.telemetry,
      'config/get': t.configAsked,
      'config/reported': t.configReported,
      'depth/state': t.depthState,
      'upgrade/progress': t.upgrade,
    };
    return names[name] ?? name;
  };

  return (
    <>
      <p className="virtual-sent number">{sent > 0 ? t.sent(sent) : t.nothingYet}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lists must be scrollable by keyboard */}
      <ol className="virtual-messages" tabIndex={0}>
        {said.map((one) => (
          <li key={one.id} data-kind={one.kind}>
            <time dateTime={new Date(one.at).toISOString()}>{clock.format(one.at)}</time>
            <strong title={nameOf(one)}>{nameOf(one)}</strong>
            <span
              className="virtual-payload code muted"
              title={one.payload === undefined ? undefined : JSON.stringify(one.payload, null, 2)}
            >
              {NOT_LET_IN.has(one.returnCode) ? t.refusedWhy : briefOf(one.payload)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The essence of a message: readings, the version, an event's data. */
function briefOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return String(payload ?? '');
  const { values, packet, data, packetId: _, ...rest } = payload as Record<string, unknown>;
  return JSON.stringify(values ?? packet ?? data ?? rest)
    .replace(/[{}"]/g, '')
    .replaceAll(':', ' ')
    .replaceAll(',', ' · ');
}

/** The actions of a virtual device. */
function Orders({ device }: { device: RunningDevice }) {
  const t = useTexts(virtualTexts);
  const [name, setName] = useState<string>(t.eventDefault);
  const isName = EVENT_NAME.test(name);
  const isOnline = device.state === 'online';
  if (device.state === 'removed') {
    return (
      <div className="virtual-orders">
        <Button onClick={() => virtualDevices.stop(device)}>{t.putAway}</Button>
      </div>
    );
  }
  if (!isRunning(device) || device.state === 'refused') {
    return (
      <div className="virtual-orders">
        <Button type="primary" onClick={() => virtualDevices.reconnect(device)}>
          {t.reconnect}
        </Button>
      </div>
    );
  }

  async function send(event: React.FormEvent) {
    event.preventDefault();
    if (isName && isOnline) await virtualDevices.raise(device, name);
  }

  return (
    <div className="virtual-orders">
      <form onSubmit={send}>
        <Input
          value={name}
          maxLength={64}
          status={isName ? '' : 'error'}
          aria-label={t.eventName}
          aria-invalid={!isName}
          title={t.eventNameHint}
          onChange={({ target }) => setName(target.value)}
        />
        <Button htmlType="submit" disabled={!isName || !isOnline}>
          {t.sendEvent}
        </Button>
      </form>
      {!isName && <small role="alert">{t.eventNameHint}</small>}
      <Button title={t.disconnectWhy} onClick={() => virtualDevices.disconnect(device)}>
        {t.disconnect}
      </Button>
      <Button title={t.vanishWhy} onClick={() => virtualDevices.vanish(device)}>
        {t.vanish}
      </Button>
    </div>
  );
}
