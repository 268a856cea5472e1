import type { Database } from '../db/database';
import type { Nudge } from '../event/nudge';
import { type Claim, type Claimed, claim, park, type Target, takeInterrupted, targetsOf, thaw } from './claims';
import { saveHealth, saveHold, triesOf } from './health';
import { type Outcome, saveInterrupted, saveOutcomes } from './journal';
import type { Lane } from './lane';
import type { Leases } from './lease';
import type { OwnerNotice } from './mail-text';

/** Records a second that a callback gets of those it missed while paused. */
const THAWED_A_SECOND = 50;

/** What a lane puts into the air once the turn is committed. */
interface Flights {
  lane: Lane;
  target: Target;
  claimed: Claimed[];
  /** Something is in the air that should not be. */
  isBlocked: boolean;
  /** There may be more to send. */
  isMore: boolean;
}

interface Turn {
  /** How tries that landed have ended. */
  outcomes: Outcome[];
  /** How many more each lane may put into the air. */
  shares: Map<Lane, number>;
  at: number;
}

/** One commit of the dispatcher: how tries have ended, and which records fly next. @returns also the lanes that another instance has, and what owners are told */
export async function writeTurn(trx: Database, { outcomes, shares, at }: Turn, { leases, nudge }: { leases: Leases; nudge: Nudge }) {
  const wanted = [...shares.keys()].map(({ applicationId }) => applicationId);
  const targets = await targetsOf(trx, [...new Set([...outcomes.map(({ record }) => record.applicationId), ...wanted])]);
  const notices = await saveAll(trx, outcomes, targets, at);
  await tell(trx, nudge, outcomes);
  const ours = await leases.take(trx, wanted, at);
  const flights: Flights[] = [];
  const rooms = new Map<Lane, number>();
  for (const [lane, room] of shares) {
    const target = targets.get(lane.applicationId);
    if (!target || !ours.has(lane.applicationId)) continue;
    if (lane.isNew) await saveInterrupted(trx, await takeInterrupted(trx, lane.applicationId, lane.inAir), target.url);
    if (target.isActive) {
      if (lane.hasPaused) await goOn(trx, lane, at);
      lane.holdUntil = target.holdUntil;
      if (target.holdUntil <= at) rooms.set(lane, room);
    } else flights.push({ lane, target, claimed: [], isBlocked: false, isMore: await park(trx, lane.applicationId) });
  }
  const claims = await claim(trx, rooms, at);
  for (const [lane, room] of rooms) {
    const { claimed, isBlocked } = claims.get(lane) as Claim;
    const target = targets.get(lane.applicationId) as Target;
    flights.push({ lane, target, claimed, isBlocked, isMore: isBlocked || claimed.length === room });
  }
  return { notices, flights, lost: [...shares.keys()].filter(({ applicationId }) => !ours.has(applicationId)) };
}

async function saveAll(trx: Database, outcomes: Outcome[], targets: Map<number, Target>, at: number): Promise<OwnerNotice[]> {
  const saved = await saveOutcomes(trx, outcomes);
  const notices: OwnerNotice[] = [];
  for (const target of targets.values()) {
    const all = triesOf(target, saved);
    await saveHold(trx, target, all);
    // A test, sent again by hand, says nothing of the callback's health either.
    const own = all.filter(({ record }) => record.test === 0);
    if (own.length > 0) notices.push(...(await saveHealth(trx, target, own, at)));
  }
  return notices;
}

function tell(trx: Database, nudge: Nudge, outcomes: Outcome[]) {
  const touched = new Set(outcomes.map(({ record }) => record.applicationId));
  return nudge.tell(
    trx,
    [...touched].map((id) => `callback ${id}` as const),
  );
}

async function goOn(trx: Database, lane: Lane, at: number) {
  if (at - lane.thawedAt < 1000) return;
  lane.hasPaused = await thaw(trx, lane.applicationId, THAWED_A_SECOND, at);
  lane.thawedAt = at;
  lane.isMoreDue = true;
}
