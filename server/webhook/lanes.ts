import type { Nudge } from '../event/nudge';
import { Lane } from './lane';

/** The lanes of the projects that have something to send, or had a moment ago. */
export class Lanes {
  private readonly known = new Map<number, { lane: Lane; deafen: () => void }>();

  /** @param onWoken another instance has stored something for a project that is ours to send */
  constructor(
    private readonly nudge: Nudge,
    private readonly onWoken: () => void,
  ) {}

  find(applicationId: number): Lane | undefined {
    return this.known.get(applicationId)?.lane;
  }

  of(applicationId: number): Lane {
    const known = this.find(applicationId);
    if (known) return known;
    const lane = new Lane(applicationId);
    const deafen = this.nudge.on(`outbox ${applicationId}`, () => {
      lane.wake();
      this.onWoken();
    });
    this.known.set(applicationId, { lane, deafen });
    return lane;
  }

  get all(): Lane[] {
    return [...this.known.values()].map(({ lane }) => lane);
  }

  hungry(now: number): Lane[] {
    return this.all.filter((lane) => lane.isHungry && lane.room > 0 && lane.holdUntil <= now);
  }

  /** Somebody else's now, or at rest. */
  letGo(lane: Lane) {
    lane.isHungry = false;
    if (lane.inAir.size > 0) return;
    this.known.get(lane.applicationId)?.deafen();
    this.known.delete(lane.applicationId);
  }

  close() {
    for (const { deafen } of this.known.values()) deafen();
  }
}
