import { lastingSwitches, misreadSwitches, readSwitches, type Switches, writeSwitches } from '@contract/mock';
import { useEffect, useState } from 'react';
import { mockTexts } from '@/locales/mock';
import { textsNow } from '@/locales/texts';
import { toast } from '@/utils/toast';
import { PRODUCT_REQUEST_CACHE_MS } from '../../../config/defaults';
import { consoleKnown } from '../notices';

/** Longer than a read of the settings is cached (services/api.ts). */
const UNCACHED_MS = 2 * PRODUCT_REQUEST_CACHE_MS;

/** The switches in the page's address, and a setter that updates it; one-time actions are sent to the mock. */
export function useSwitches() {
  const [switches, setSwitches] = useState<Switches>(() => lastingSwitches(opened));

  async function change(next: Switches) {
    const lasting = lastingSwitches(next);
    setAddress(lasting);
    setSwitches(lasting);
    await tell(next);
    if (next.deployed) await notice();
  }

  useEffect(() => {
    setAddress(lastingSwitches(opened));
    if (misread.length > 0) toast.warning(textsNow(mockTexts).misread(misread.join(', ')));
    if (!opened.deployed) return;
    let isGone = false;
    void consoleKnown.then(async () => {
      if (isGone) return;
      await tell(opened);
      await notice();
    });
    return () => {
      isGone = true;
    };
  }, []);

  return { switches, change };
}

/** Has the page check for a new console, as when its window is looked at. */
async function notice() {
  await new Promise((resolve) => setTimeout(resolve, UNCACHED_MS));
  window.dispatchEvent(new Event('focus'));
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
