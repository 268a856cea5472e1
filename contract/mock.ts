import { MINUTE_MS } from './duration';
import { errors, ShowType } from './errors';

/**
 * QA's switches: what the mock does that the platform would not do at this moment. They stand in the address of the page, before its
 * hash: `/?mock=slow:1500,fail:50001:every3,empty#/dashboard/project`.
 *
 * `slow`, `fail`, `empty` and `million` are conditions: they hold for the calls of the page whose address names them. `broker` holds for
 * everybody, as the page that was opened or switched last says. `expired`, `chunk`, `deployed` and a `fail…:next` happen once.
 */
export interface Switches {
  /** Every call takes so much longer, in milliseconds. */
  slow?: number;
  fail?: Fail;
  /** Everybody's session ends now. */
  expired?: boolean;
  /** The message broker cannot be reached. */
  broker?: boolean;
  /** Every list is empty. */
  empty?: boolean;
  /** Every list has a million rows: its own, over and over. */
  million?: boolean;
  /** The next page that is loaded lazily does not come. */
  chunk?: boolean;
  /** Another console has been deployed. */
  deployed?: boolean;
}

/** `fail:40901:next:show3:device`: code; `next`, `every3`, or `all`, which need not be said; how it wants to be told; of what calls, a part of their path. */
export interface Fail {
  code: number;
  when: 'next' | number;
  showType: ShowType;
  /** A part of the address, its query too. Without it every call but those that start a session and those that go on: the page itself is to be seen. */
  only?: string;
}

const FLAGS = ['expired', 'broker', 'empty', 'million', 'chunk', 'deployed'] as const;
const NUMBER = /^\d+$/;
/** Longer is never what is meant. */
const MAX_SLOW_MS = 10 * MINUTE_MS;
const CODES = new Set<number>(Object.values(errors).map(({ code }) => code));
const SHOW_TYPES: readonly number[] = Object.values(ShowType);

/** What an address says; what it says wrongly is left out. @param text what stands behind `mock=` */
export function readSwitches(text: string): Switches {
  const switches: Switches = {};
  for (const one of text.split(',')) {
    const [name, ...details] = one.split(':');
    const ms = Number(details[0]);
    const flag = FLAGS.find((known) => known === name);
    if (flag) switches[flag] = true;
    else if (name === 'slow' && ms > 0 && ms <= MAX_SLOW_MS) switches.slow = ms;
    else if (name === 'fail') switches.fail = readFail(details) ?? switches.fail;
  }
  return switches;
}

/** What an address says wrongly: words that are no switch, delays that are none or of more than 10 minutes, and failures with a code or a way of telling that there is not. */
export const misreadSwitches = (text: string): string[] =>
  text.split(',').filter((one) => one !== '' && writeSwitches(readSwitches(one)) === '');

function readFail(details: string[]): Fail | undefined {
  const fail: Fail = { code: 50001, when: 1, showType: ShowType.error };
  for (const detail of details) {
    const [, every] = /^every(\d+)$/.exec(detail) ?? [];
    const [, show] = /^show(\d)$/.exec(detail) ?? [];
    if (CODES.has(Number(detail))) fail.code = Number(detail);
    else if (detail === 'next') fail.when = 'next';
    else if (detail === 'all') fail.when = 1;
    else if (Number(every) > 0) fail.when = Number(every);
    else if (show && SHOW_TYPES.includes(Number(show))) fail.showType = Number(show) as ShowType;
    else if (every || show || NUMBER.test(detail)) return undefined;
    else if (detail) fail.only = detail;
  }
  return fail;
}

/** The text behind `mock=`; '' when nothing is switched. */
export function writeSwitches({ slow, fail, ...flags }: Switches): string {
  const words = FLAGS.filter((flag) => flags[flag]) as string[];
  if (fail) words.unshift(writeFail(fail));
  if (slow) words.unshift(`slow:${slow}`);
  return words.join(',');
}

function writeFail({ code, when, showType, only }: Fail): string {
  const words: (string | number)[] = ['fail', code];
  if (when === 'next') words.push('next');
  else if (when > 1) words.push(`every${when}`);
  if (showType !== ShowType.error) words.push(`show${showType}`);
  if (only) words.push(only);
  return words.join(':');
}

/** What stays in an address: what happens once would happen again whenever the page is reloaded. */
export function lastingSwitches({ expired: _expired, chunk: _chunk, deployed: _deployed, fail, ...lasting }: Switches): Switches {
  return { ...lasting, ...(fail && fail.when !== 'next' && { fail }) };
}
