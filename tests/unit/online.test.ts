import fc from 'fast-check';
import type { Reason } from '../../contract/event';
import { type Connection, type ConnectionNews, merge } from '../../server/broker/online';

const never: Connection = { state: 'inactive', connectedAt: 0, ended: true };
const heard = (news: ConnectionNews[], known = never) => news.reduce((now, one) => merge(now, one) ?? now, known);

type Story = { connectedAt: number; at: number; reason: Reason; open: boolean }[];

/** The true history of a device: consecutive sessions, the last of which may still be open. */
const story: fc.Arbitrary<Story> = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 50 }), length: fc.integer({ min: 1, max: 50 }), reason: endReason() }), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((sessions) => fc.record({ sessions: fc.constant(sessions), alive: fc.boolean() }))
  .map(({ sessions, alive }) => {
    let clock = 1000;
    return sessions.map(({ gap, length, reason }, n) => {
      const connectedAt = clock + gap;
      const at = connectedAt + length;
      clock = at;
      const isLast = n === sessions.length - 1;
      return { connectedAt, at, reason, open: isLast && alive };
    });
  });

function endReason(): fc.Arbitrary<Reason> {
  return fc.constantFrom('normal', 'keepalive_timeout', 'tcp_closed', 'kicked', 'internal_error');
}

const newsOf = (sessions: Story): ConnectionNews[] =>
  sessions.flatMap(({ connectedAt, at, reason, open }) => [
    { kind: 'connected' as const, connectedAt },
    ...(open ? [] : [{ kind: 'disconnected' as const, connectedAt, at, reason }]),
  ]);

const isOnline = (sessions: Story) => sessions.at(-1)?.open === true;

describe('the online state of a device', () => {
  test('is the truth in every order in which news of sessions arrives, however often', () => {
    fc.assert(
      fc.property(
        story.chain((sessions) => {
          const news = newsOf(sessions);
          return fc.record({
            sessions: fc.constant(sessions),
            news: fc.shuffledSubarray([...news, ...news], { minLength: 2 * news.length }),
          });
        }),
        ({ sessions, news }) => {
          expect(heard(news).state).toBe(isOnline(sessions) ? 'online' : 'offline');
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('is the truth again after a sweep, whatever news was lost', () => {
    fc.assert(
      fc.property(
        story.chain((sessions) => fc.record({ sessions: fc.constant(sessions), news: fc.shuffledSubarray(newsOf(sessions)) })),
        ({ sessions, news }) => {
          const last = sessions.at(-1) as Story[number];
          const asked = last.at + 1000;
          const witness: ConnectionNews = last.open
            ? { kind: 'connected', connectedAt: last.connectedAt }
            : { kind: 'absent', asked, reason: 'unknown' };
          const { state } = heard([...news, witness]);
          expect(state === 'online').toBe(last.open);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a session that was taken over does not end the device’s presence, in either order', () => {
    const first: ConnectionNews = { kind: 'connected', connectedAt: 10 };
    const second: ConnectionNews = { kind: 'connected', connectedAt: 20 };
    const replaced: ConnectionNews = { kind: 'disconnected', connectedAt: 10, at: 20, reason: 'takenover' };

    for (const order of [
      [first, second, replaced],
      [first, replaced, second],
      [replaced, first, second],
      [second, first, replaced],
    ]) {
      expect(heard(order)).toEqual({ state: 'online', connectedAt: 20, ended: false });
    }
  });

  test('a late answer of the broker does not end a session that began after the question', () => {
    const online = heard([{ kind: 'connected', connectedAt: 50 }]);

    expect(merge(online, { kind: 'absent', asked: 49, reason: 'unknown' })).toBeUndefined();
  });

  test('an end without its session’s beginning counts only for what began before it', () => {
    const online = heard([{ kind: 'connected', connectedAt: 50 }]);

    expect(merge(online, { kind: 'disconnected', at: 40, reason: 'tcp_closed' })).toBeUndefined();
    expect(merge(online, { kind: 'disconnected', at: 60, reason: 'tcp_closed' })?.state).toBe('offline');
  });

  test('a disabled device stays disabled while its connection ends', () => {
    const disabled: Connection = { state: 'disabled', connectedAt: 10, ended: false };

    expect(merge(disabled, { kind: 'disconnected', connectedAt: 10, at: 12, reason: 'kicked' })).toEqual({
      state: 'disabled',
      connectedAt: 10,
      ended: true,
    });
  });
});
