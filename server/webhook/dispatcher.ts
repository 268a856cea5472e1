import type { Logger } from 'pino';
import type { Mailer } from '../account/mail';
import type { Database } from '../db/database';
import { isDatabaseGone } from '../db/dialect';
import type { Nudge } from '../event/nudge';
import { retryAfterOf, waitBefore } from './backoff';
import { type Claim, type Claimed, claim, park, type Target, takeInterrupted, targetsOf, thaw, waitingProjects } from './claims';
import type { Delivery } from './delivery';
import { type OwnerMail, saveHealth } from './health';
import { type Outcome, type Sent, saveInterrupted, saveOutcomes } from './journal';
import { Lane, shareRoom } from './lane';
import { type Leases, RENEW_MS } from './lease';

/** How often is looked for what became due: at the most, and at the least. */
const LOOK_MS = { soonest: 1000, latest: 2000 };
/** Records a second that a callback gets of those it missed while paused. */
const THAWED_A_SECOND = 50;
/** When the database is away. */
const RETRY_MS = 1000;

interface Parts {
  db: Database;
  delivery: Delivery;
  leases: Leases;
  nudge: Nudge;
  mailer: Mailer;
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
export function openDispatcher({ db, delivery, leases, nudge, mailer, log, now }: Parts): Dispatcher {
  const lanes = new Map<number, { lane: Lane; deafen: () => void }>();
  let landed: Outcome[] = [];
  let turning: Promise<void> | undefined;
  let isClosing = false;
  let isEnded = false;
  let isUpkeepDue = false;
  let timer: NodeJS.Timeout | undefined;
  const onRest: (() => void)[] = [];

  function wake(applicationIds: number[]) {
    if (isClosing) return;
    for (const id of applicationIds) laneOf(id).wake();
    turn();
  }

  function laneOf(applicationId: number): Lane {
    const known = lanes.get(applicationId);
    if (known) return known.lane;
    const lane = new Lane(applicationId);
    // Another instance may store events of a project that is ours to send.
    const deafen = nudge.on(`outbox ${applicationId}`, () => {
      lane.wake();
      turn();
    });
    lanes.set(applicationId, { lane, deafen });
    return lane;
  }

  const allLanes = () => [...lanes.values()].map(({ lane }) => lane);
  const hungryLanes = () => (isClosing ? [] : allLanes().filter((lane) => lane.isHungry && lane.room > 0 && lane.holdUntil <= now()));

  function turn() {
    turning ??= turns().finally(() => {
      turning = undefined;
      rest();
    });
  }

  async function turns() {
    // What lands in the same turn of the event loop shares the commit.
    await new Promise((next) => setImmediate(next));
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
  }

  const isWorthACommit = () => [...shareRoom(allLanes(), hungryLanes(), now())].some(([lane, room]) => lane.isWorthACommit(room));

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
    for (const { record, answered } of outcomes) lanes.get(record.applicationId)?.lane.land(record.id, answered.durationMs);
    const shares = shareRoom(allLanes(), hungryLanes(), at);
    // Whoever is woken from here on is asked again.
    for (const lane of shares.keys()) lane.isHungry = false;
    const { mails, flights, lost } = await db
      .transaction()
      .execute((trx) => write(trx, outcomes, shares, at))
      .catch((error: unknown) => {
        for (const lane of shares.keys()) lane.wake();
        throw error;
      });
    for (const lane of lost) letGo(lane);
    for (const mail of mails) mailer.send(mail);
    for (const { lane, target, claimed, isBlocked, isMore } of flights) {
      lane.isNew = isBlocked;
      lane.renewedAt = at;
      if (isMore) lane.isHungry = true;
      for (const record of claimed) fly(lane, target, record, at);
    }
  }

  async function write(trx: Database, outcomes: Outcome[], shares: Map<Lane, number>, at: number) {
    const wanted = [...shares.keys()].map(idOf);
    const targets = await targetsOf(trx, [...new Set([...outcomes.map(({ record }) => record.applicationId), ...wanted])]);
    const mails = await saveAll(trx, outcomes, targets, at);
    const ours = await leases.take(trx, wanted, at);
    const rooms = new Map<Lane, number>();
    const flights: { lane: Lane; target: Target; claimed: Claimed[]; isBlocked: boolean; isMore: boolean }[] = [];
    for (const [lane, room] of shares) {
      const { applicationId: id, inAir, isNew } = lane;
      const target = targets.get(id);
      if (!target || !ours.has(id)) continue;
      if (isNew) await saveInterrupted(trx, await takeInterrupted(trx, id, inAir), target.url);
      if (!target.isActive) flights.push({ lane, target, claimed: [], isBlocked: false, isMore: await park(trx, id) });
      else {
        if (lane.hasPaused) await goOn(trx, lane, at);
        rooms.set(lane, room);
      }
    }
    const claims = await claim(trx, rooms, at);
    for (const [lane, room] of rooms) {
      const { claimed, isBlocked } = claims.get(lane) as Claim;
      flights.push({
        lane,
        target: targets.get(lane.applicationId) as Target,
        claimed,
        isBlocked,
        isMore: isBlocked || claimed.length === room,
      });
    }
    return { mails, flights, lost: [...shares.keys()].filter(({ applicationId }) => !ours.has(applicationId)) };
  }

  async function goOn(trx: Database, lane: Lane, at: number) {
    if (at - lane.thawedAt < 1000) return;
    lane.hasPaused = await thaw(trx, lane.applicationId, THAWED_A_SECOND, at);
    lane.thawedAt = at;
    lane.isMoreDue = true;
  }

  async function saveAll(trx: Database, outcomes: Outcome[], targets: Map<number, Target>, at: number): Promise<OwnerMail[]> {
    const saved = await saveOutcomes(trx, outcomes);
    const mails: OwnerMail[] = [];
    for (const [id, target] of targets) {
      const own = saved.filter(({ record }) => record.applicationId === id);
      if (own.length > 0) mails.push(...(await saveHealth(trx, target, own, at)));
    }
    const touched = new Set(saved.map(({ record }) => record.applicationId));
    await nudge.tell(
      trx,
      [...touched].map((id) => `callback ${id}` as const),
    );
    return mails;
  }

  function fly(lane: Lane, target: Target, record: Claimed, flownAt: number) {
    lane.add(record, now());
    delivery.deliver(target, record).then((sent) => {
      if (isEnded) return;
      const next = nextOf(record, sent);
      const pause = next.status === 'delivered' ? undefined : pauseOf(sent);
      if (pause) lane.holdUntil = now() + pause;
      landed.push({ record, flownAt, ...sent, next });
      lane.isHungry = true;
      turn();
    });
  }

  const pauseOf = ({ answered: { response } }: Sent) => response && retryAfterOf(response.status, response.headers, now());

  function nextOf({ tries }: Claimed, sent: Sent): Outcome['next'] {
    const { error } = sent.answered;
    if (!error) return { status: 'delivered', tries: tries + 1, dueAt: 0 };
    const wait = error === 'gone' ? undefined : waitBefore(tries + 1, pauseOf(sent) ?? 0);
    if (wait === undefined) return { status: 'failed', tries: tries + 1, dueAt: 0 };
    return { status: 'pending', tries: tries + 1, dueAt: Math.round(now() + wait) };
  }

  function letGo(lane: Lane) {
    lane.isHungry = false;
    if (lane.inAir.size > 0) return;
    lanes.get(lane.applicationId)?.deafen();
    lanes.delete(lane.applicationId);
  }

  /** Finds what became due, and what has to be paused or may go on. */
  async function look() {
    const at = now();
    let soonest = at + LOOK_MS.latest;
    for (const { applicationId, dueAt, isActive } of await waitingProjects(db, 'pending')) {
      if (!isActive || dueAt <= at) laneOf(applicationId).wake();
      else soonest = Math.min(soonest, dueAt);
    }
    const paused = (await waitingProjects(db, 'paused')).filter(({ isActive }) => isActive);
    for (const { applicationId } of paused) {
      laneOf(applicationId).hasPaused = true;
      laneOf(applicationId).wake();
    }
    isUpkeepDue = true;
    turn();
    return paused.length > 0 ? LOOK_MS.soonest : Math.max(LOOK_MS.soonest, soonest - at);
  }

  /** Lets go of lanes at rest, so that another instance may have them, and renews the leases of those that only wait. */
  async function keepLeases() {
    isUpkeepDue = false;
    const at = now();
    const idle = allLanes().filter((lane) => !lane.isHungry && lane.inAir.size === 0 && lane.holdUntil <= at);
    await leases.release(db, idle.map(idOf));
    // Whoever was woken meanwhile goes on, with a new lease.
    for (const lane of idle) if (!lane.isHungry) letGo(lane);
    const used = allLanes().filter((lane) => lane.inAir.size > 0 && at - lane.renewedAt > RENEW_MS);
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

  const isAtRest = () => !turning && landed.length === 0 && allLanes().every((lane) => lane.inAir.size === 0);

  function rest() {
    if (!isAtRest()) return;
    for (const done of onRest.splice(0)) done();
  }

  const untilRest = () => (isAtRest() ? Promise.resolve() : new Promise<void>((done) => onRest.push(done)));

  void lookNow();
  return {
    wake,
    async settle() {
      // What has landed may have made more due, as after a pause.
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
      for (const { deafen } of lanes.values()) deafen();
      await leases.release(db, [...lanes.keys()]).catch(() => {});
    },
  };

  async function isAnythingDue() {
    const at = now();
    const waiting = await waitingProjects(db, 'pending');
    return waiting.some(({ applicationId, dueAt, isActive }) => {
      const lane = lanes.get(applicationId)?.lane;
      return (!isActive || dueAt <= at) && lane !== undefined && lane.holdUntil <= at;
    });
  }
}

const idOf = ({ applicationId }: Lane) => applicationId;
