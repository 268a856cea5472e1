import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { isDatabaseGone } from '../db/dialect';
import type { Nudge } from '../event/nudge';
import { retryAfterOf, waitBefore } from './backoff';
import { type Claimed, type Target, waitingProjects } from './claims';
import type { Delivery } from './delivery';
import type { Outcome, Sent } from './journal';
import { type Lane, shareRoom } from './lane';
import { Lanes } from './lanes';
import { type Leases, RENEW_MS } from './lease';
import type { OwnerNotice } from './mail-text';
import { writeTurn } from './turn';

/** How often is looked for what became due: at the most, and at the least. */
const LOOK_MS = { soonest: 1000, latest: 2000 };
/** When the database is away. */
const RETRY_MS = 1000;

interface Parts {
  db: Database;
  delivery: Delivery;
  leases: Leases;
  nudge: Nudge;
  /** Once it is committed. */
  tellOwner: (notice: OwnerNotice) => void;
  log: Logger;
  now: () => number;
}

export interface Dispatcher {
  /** These projects have something to send. */
  wake(applicationIds: number[]): void;
  /** Sends what is due now, and waits until nothing is. */
  settle(): Promise<void>;
  /** Lets what is in the air land, and ends. @param graceMs how long that may take; what is still up then is recorded as interrupted at the next start */
  close(graceMs: number): Promise<void>;
}

/**
 * Sends callback records. One loop turns while there is something to do; each turn is one commit: how the tries that landed have
 * ended, and which records fly next. Meanwhile the next ones land.
 */
export function openDispatcher({ db, delivery, leases, nudge, tellOwner, log, now }: Parts): Dispatcher {
  const lanes = new Lanes(nudge, turn);
  let landed: Outcome[] = [];
  let turning: Promise<void> | undefined;
  let isClosing = false;
  let isEnded = false;
  let isUpkeepDue = false;
  let timer: NodeJS.Timeout | undefined;
  const onRest: (() => void)[] = [];

  function wake(applicationIds: number[]) {
    if (isClosing) return;
    for (const id of applicationIds) lanes.of(id).wake();
    turn();
  }

  const hungryLanes = () => (isClosing ? [] : lanes.hungry(now()));

  function turn() {
    turning ??= turns();
  }

  async function turns() {
    // What lands in the same turn of the event loop shares the commit.
    await new Promise((next) => setImmediate(next));
    try {
      if (isUpkeepDue) await keepLeases().catch((error) => log.warn({ err: error }, 'leases of callbacks could not be kept'));
      while (landed.length > 0 || isWorthACommit()) {
        const outcomes = landed;
        landed = [];
        const error = await commit(outcomes).catch((error: unknown) => error ?? 'unknown');
        if (!error) continue;
        landed = [...outcomes, ...landed];
        log.error({ err: error, outcomes: outcomes.length }, 'callback tries could not be recorded yet');
        if (isDatabaseGone(error) || outcomes.length === 0) return;
        await commitAlone();
      }
    } finally {
      // Here, and not once the promise has settled: a try that lands between the two would wait for the next look.
      turning = undefined;
      rest();
    }
  }

  const isWorthACommit = () => [...shareRoom(lanes.all, hungryLanes(), now())].some(([lane, room]) => lane.isWorthACommit(room));

  // One that cannot be stored must not keep the others: it is stored without what came back, or left to be found as interrupted.
  async function commitAlone() {
    const outcomes = landed;
    landed = [];
    for (const outcome of outcomes) {
      const bare = { ...outcome, answered: { ...outcome.answered, response: null } };
      await commit([outcome])
        .catch(() => commit([bare]))
        .catch((error: unknown) => log.error({ err: error, record: outcome.record.messageId }, 'a callback try could not be recorded'));
    }
  }

  async function commit(outcomes: Outcome[]) {
    const at = now();
    for (const { record, answered } of outcomes) lanes.find(record.applicationId)?.land(record.id, answered.durationMs);
    const shares = shareRoom(lanes.all, hungryLanes(), at);
    // Whoever is woken from here on is asked again.
    for (const lane of shares.keys()) lane.isHungry = false;
    const { notices, flights, lost } = await db
      .transaction()
      .execute((trx) => writeTurn(trx, { outcomes, shares, at }, { leases, nudge }))
      .catch((error: unknown) => {
        for (const lane of shares.keys()) lane.wake();
        throw error;
      });
    for (const lane of lost) lanes.letGo(lane);
    for (const notice of notices) tellOwner(notice);
    for (const { lane, target, claimed, isBlocked, isMore } of flights) {
      lane.isNew = isBlocked;
      lane.renewedAt = at;
      if (isMore) lane.isHungry = true;
      for (const record of claimed) fly(lane, target, record, at);
    }
  }

  function fly(lane: Lane, target: Target, record: Claimed, flownAt: number) {
    const { updatedAt: settings } = target;
    lane.add(record, now());
    delivery.deliver(target, record).then((sent) => {
      if (isEnded) return;
      const at = now();
      const pause = pauseOf(sent, at);
      landed.push({ record, flownAt, settings, ...sent, next: nextOf(record, sent, at), holdUntil: pause && Math.round(at + pause) });
      lane.isHungry = true;
      turn();
    });
  }

  const pauseOf = ({ answered: { response } }: Sent, at: number) => (response && retryAfterOf(response.status, response.headers, at)) ?? 0;

  function nextOf({ tries }: Claimed, { answered: { error } }: Sent, at: number): Outcome['next'] {
    if (!error) return { status: 'delivered', tries: tries + 1, dueAt: 0 };
    const wait = error === 'gone' ? undefined : waitBefore(tries + 1);
    if (wait === undefined) return { status: 'failed', tries: tries + 1, dueAt: 0 };
    return { status: 'pending', tries: tries + 1, dueAt: Math.round(at + wait) };
  }

  /** Finds what became due, and what has to be paused or may go on. */
  async function look() {
    const at = now();
    let soonest = at + LOOK_MS.latest;
    for (const { applicationId, dueAt, holdUntil, isActive } of await waitingProjects(db, 'pending')) {
      // Disabled callbacks are paused at once, whatever `holdUntil` says.
      if (!isActive || dueAt <= at) rouse(applicationId, isActive ? holdUntil : 0);
      else soonest = Math.min(soonest, dueAt);
    }
    const paused = (await waitingProjects(db, 'paused')).filter(({ isActive }) => isActive);
    for (const { applicationId, holdUntil } of paused) rouse(applicationId, holdUntil).hasPaused = true;
    isUpkeepDue = true;
    turn();
    return paused.length > 0 ? LOOK_MS.soonest : Math.max(LOOK_MS.soonest, soonest - at);
  }

  function rouse(applicationId: number, holdUntil: number) {
    const lane = lanes.of(applicationId);
    lane.holdUntil = holdUntil;
    lane.wake();
    return lane;
  }

  /** Releases idle lanes to other instances, and renews the leases of lanes that only wait for answers. */
  async function keepLeases() {
    isUpkeepDue = false;
    const at = now();
    const idle = lanes.all.filter((lane) => !lane.isHungry && lane.inAir.size === 0);
    await leases.release(db, idle.map(idOf));
    // A lane that was woken meanwhile goes on, with a new lease.
    for (const lane of idle) if (!lane.isHungry) lanes.letGo(lane);
    const used = lanes.all.filter((lane) => lane.inAir.size > 0 && at - lane.renewedAt > RENEW_MS);
    await leases.take(db, used.map(idOf), at);
    for (const lane of used) lane.renewedAt = at;
  }

  function lookLater(ms: number) {
    if (isClosing) return;
    clearTimeout(timer);
    timer = setTimeout(lookNow, ms).unref();
  }

  let looking: Promise<void> = Promise.resolve();
  function lookNow(): Promise<void> {
    clearTimeout(timer);
    looking = looking
      .then(() => (isClosing ? LOOK_MS.latest : look()))
      .catch((error) => {
        log.warn({ err: error }, 'what is due could not be looked up');
        return RETRY_MS;
      })
      .then(lookLater);
    return looking;
  }

  const isAtRest = () => !turning && landed.length === 0 && lanes.all.every((lane) => lane.inAir.size === 0);

  function rest() {
    if (!isAtRest()) return;
    for (const done of onRest.splice(0)) done();
  }

  const untilRest = () => (isAtRest() ? Promise.resolve() : new Promise<void>((done) => onRest.push(done)));

  void lookNow();
  return {
    wake,
    async settle() {
      // Finished deliveries may make more records due, as after a pause.
      do {
        await lookNow();
        await untilRest();
      } while (await isAnythingDue());
    },
    async close(graceMs) {
      isClosing = true;
      clearTimeout(timer);
      await looking;
      let timeout: NodeJS.Timeout | undefined;
      await Promise.race([untilRest(), new Promise((done) => (timeout = setTimeout(done, graceMs)))]);
      clearTimeout(timeout);
      isEnded = true;
      await turning;
      lanes.close();
      await leases.release(db, lanes.all.map(idOf)).catch(() => {});
    },
  };

  async function isAnythingDue() {
    const at = now();
    const waiting = await waitingProjects(db, 'pending');
    return waiting.some(
      ({ applicationId, dueAt, holdUntil, isActive }) =>
        (!isActive || (dueAt <= at && holdUntil <= at)) && lanes.find(applicationId) !== undefined,
    );
  }
}

const idOf = ({ applicationId }: Lane) => applicationId;
