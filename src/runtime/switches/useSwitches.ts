import { lastingSwitches, misreadSwitches, readSwitches, type Switches, writeSwitches } from '@contract/mock';
import { useEffect, useState } from 'react';
import { mockTexts } from '@/locales/mock';
import { textsNow } from '@/locales/texts';
import { toast } from '@/utils/toast';

/** By then a page has checked the console's version. */
const SETTLED_MS = 1500;

/** The switches in the page's address, and a setter that updates it; one-time actions are sent to the mock. */
export function useSwitches() {
  const [switches, setSwitches] = useState<Switches>(() => lastingSwitches(opened));

  async function change(next: Switches) {
    const lasting = lastingSwitches(next);
    setAddress(lasting);
    setSwitches(lasting);
    await tell(next);
    if (next.deployed) window.dispatchEvent(new Event('focus'));
  }

  useEffect(() => {
    setAddress(lastingSwitches(opened));
    if (misread.length > 0) toast.warning(textsNow(mockTexts).misread(misread.join(', ')));
    if (!opened.deployed) return;
    const timer = setTimeout(() => tell(opened).then(() => window.dispatchEvent(new Event('focus'))), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);

  return { switches, change };
}

const textNow = () => new URLSearchParams(location.search).get('mock') ?? '';
/** The switches with which the page was opened. */
const opened = readSwitches(textNow());
const misread = misreadSwitches(textNow());

/** Leaves commas and colons in `?mock=` unescaped, so that it can be read and typed. */
export function addressWith(switches: Switches): string {
  const query = new URLSearchParams(location.search);
  query.delete('mock');
  const text = writeSwitches(switches);
  const words = [
    query.toString(),
    text && `mock=${encodeURIComponent(text).replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%2F/g, '/')}`,
  ];
  const search = words.filter(Boolean).join('&');
  return `${location.pathname}${search && `?${search}`}${location.hash}`;
}

const setAddress = (switches: Switches) => history.replaceState(history.state, '', addressWith(switches));

const tell = (switches: Switches) => fetch(`/mock?${new URLSearchParams({ mock: writeSwitches(switches) })}`, { method: 'POST' });
