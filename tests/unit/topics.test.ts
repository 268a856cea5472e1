import fc from 'fast-check';
import { z } from 'zod';
import { clientIdOf, isHeardBy, maySubscribe, parseClientId, parseUpTopic, upTopic } from '../../contract/topics';
import { PayloadError, readJson } from '../../server/broker/payload';

const appKey = fc.stringMatching(/^[a-z0-9]{20}$/);
const sn = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const KEY = 'abcdefghij0123456789';

describe('topics', () => {
  test('what a device publishes to is understood', () => {
    fc.assert(
      fc.property(appKey, sn, sn, (key, device, event) => {
        expect(parseUpTopic(upTopic(key, device, `event/${event}`))).toEqual({ appKey: key, sn: device, name: 'event', event });
        expect(parseUpTopic(upTopic(key, device, 'config/reported'))).toEqual({ appKey: key, sn: device, name: 'config/reported' });
        expect(parseClientId(clientIdOf(key, device))).toEqual({ appKey: key, sn: device });
      }),
    );
  });

  test('no other topic is', () => {
    fc.assert(
      fc.property(fc.string(), (topic) => {
        expect(parseUpTopic(topic)).toBeUndefined();
        expect(parseUpTopic(`v1/${KEY}/S1/up/${topic}/`)).toBeUndefined();
      }),
    );
    for (const topic of [
      'v1/+/S1/up/status',
      `v1/${KEY}/S1/down/config/desired`,
      `v1/${KEY}/S1/up/event/`,
      `v1/${KEY}/S1/up/event/a/b`,
      `v1/${KEY}//up/status`,
      '$SYS/broker',
    ]) {
      expect(parseUpTopic(topic)).toBeUndefined();
    }
  });

  test('a device listens only below its own down/', () => {
    const device = { appKey: KEY, sn: 'S1' };
    const own = `v1/${KEY}/S1/down`;

    for (const filter of [`${own}/#`, `${own}/config/desired`, `${own}/+/+`, `${own}/depth/ctl`])
      expect(maySubscribe(device, filter)).toBe(true);
    for (const filter of [
      '#',
      '+/+/+/down/#',
      '$SYS/#',
      `${own}`,
      `v1/${KEY}/S2/down/#`,
      `v1/${KEY}/+/down/#`,
      `v1/${KEY}/S1/up/#`,
      `$share/x/${own}/#`,
      `v1/${KEY}/S1/#`,
    ]) {
      expect(maySubscribe(device, filter)).toBe(false);
    }
  });
});

describe('payloads', () => {
  const shape = z.looseObject({ values: z.record(z.string(), z.unknown()) });

  test.each([
    ['not-utf8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['not-json', Buffer.from('{"values":')],
    ['too-deep', Buffer.from(`${'['.repeat(60_000)}`)],
    ['wrong-shape', Buffer.from('{"values":7}')],
  ])('that are %s are refused with the reason', (problem, payload) => {
    expect(() => readJson(payload, shape)).toThrow(expect.objectContaining({ problem }));
  });

  test('are never a crash, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            readJson(Buffer.from(bytes), z.unknown());
          } catch (error) {
            expect(error).toBeInstanceOf(PayloadError);
          }
        },
      ),
    );
  });

  test('a filter hears what it names, one name for each +, and everything below #', () => {
    const topic = 'v1/k/S1/down/config/desired';

    for (const filter of [topic, 'v1/k/S1/down/#', 'v1/k/S1/down/config/#', 'v1/k/S1/down/config/+', 'v1/k/S1/down/+/+', `${topic}/#`])
      expect(isHeardBy(filter, topic)).toBe(true);
    for (const filter of ['v1/k/S1/down', 'v1/k/S1/down/+', 'v1/k/S1/down/config', 'v1/k/S1/down/depth/#', `${topic}/+`])
      expect(isHeardBy(filter, topic)).toBe(false);
  });
});
