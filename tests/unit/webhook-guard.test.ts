import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { Webhook } from 'standardwebhooks';
import { CallbackHeaders, CallbackUrl } from '../../contract/callback-url';
import { openSealer } from '../../server/seal';
import { openPost } from '../../server/webhook/post';
import { deliveryHeaders, newWebhookSecret, sign } from '../../server/webhook/signature';
import { AddressRefused, checkUrl, guardedLookup, isPublic } from '../../server/webhook/target';

describe('a callback URL', () => {
  test.each([
    'https://example.com/hook?x=1',
    'http://example.com:8080',
    'https://[2606:4700::1111]:8443/a',
    '  https://例子.测试/回调  ',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('may be %s', (url) => {
    expect(CallbackUrl.safeParse(url).success).toBe(true);
  });

  test.each([
    ['ftp://example.com', 'callbackUrl'],
    ['javascript:alert(1)', 'callbackUrl'],
    ['//example.com/hook', 'callbackUrl'],
    ['example.com/hook', 'callbackUrl'],
    ['http:\\\\example.com', 'callbackUrl'],
    ['http:///hook', 'callbackUrl'],
    ['http://exa mple.com', 'callbackUrl'],
    ['http://example.com/a\nb', 'callbackUrl'],
    ['http://example.com:99999/', 'callbackPortRange'],
    ['http://[::1', 'callbackUrl'],
    ['http://user:password@example.com/', 'callbackCredentials'],
    ['http://user@example.com/', 'callbackCredentials'],
    ['http://example.com/hook?to=a#b', 'callbackFragment'],
    ['http://example.com:25/', 'callbackPort'],
    ['https://example.com:587', 'callbackPort'],
    ['http://example.com:022/', 'callbackPort'],
    ['http://[::1]:6667/', 'callbackPort'],
  ])('may not be %s: %s', (url, rule) => {
    expect(CallbackUrl.safeParse(url).error?.issues[0]?.message).toBe(rule);
  });

  test('that is let through has a scheme, a host and a port that can be called', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'htps:/?#@[]\\.%025 abc例\t\n') });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true }),
          odd,
          odd.map((rest) => `http://${rest}`),
        ),
        (text) => {
          const { success, data } = CallbackUrl.safeParse(text);
          if (!success) return;
          const url = new URL(data);
          expect(['http:', 'https:']).toContain(url.protocol);
          expect([url.username, url.password]).toEqual(['', '']);
          expect(['25', '22', '587']).not.toContain(url.port);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('extra headers', () => {
  test.each([
    [{ 'webhook-signature': 'v1,x' }, 'headerReserved'],
    [{ 'Webhook-Id': '1' }, 'headerReserved'],
    [{ Host: 'internal' }, 'headerReserved'],
    [{ 'Content-Length': '1' }, 'headerReserved'],
    [{ 'Transfer-Encoding': 'chunked' }, 'headerReserved'],
    [{ 'x-a': 'b\r\nx-c: d' }, 'headerValue'],
    [{ 'x-a': 'ü' }, 'headerValue'],
    [{ 'X-A': '1', 'x-a': '2' }, 'headerTwice'],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, ''])), 'headerCount'],
  ])('may not be %j', (headers, rule) => {
    expect(CallbackHeaders.safeParse(headers).error?.issues[0]?.message).toBe(rule);
  });

  test('may not have names that are none', () => {
    for (const name of ['x a', 'x:', '', 'x\n']) expect(CallbackHeaders.safeParse({ [name]: '1' }).success).toBe(false);
  });
});

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.5.5',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'fe80::1',
    'fec0::1',
    'fd00::1',
    'ff02::1',
    '4000::1',
    'nonsense',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['8.8.8.8', '1.1.1.1', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test('of a private network is refused however it is written', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const hidden = fc.oneof(
      fc.tuple(fc.constant(10), octet, octet, octet),
      fc.tuple(fc.constant(127), octet, octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    );
    fc.assert(
      fc.property(hidden, (octets) => {
        const [a, b, c, d] = octets;
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = ipaddr
          .parse(octets.join('.'))
          .toByteArray()
          .map((byte) => byte.toString(16).padStart(2, '0'));
        const mapped = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const forms = [
          octets.join('.'),
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          octets.map((one) => `0${one.toString(8)}`).join('.'),
          octets.map((one) => `0x${one.toString(16)}`).join('.'),
          `${a}.${b * 65536 + c * 256 + d}`,
          `${octets.join('.')}.`,
          `[::ffff:${octets.join('.')}]`,
          `[::ffff:${mapped}]`,
          `[64:ff9b::${mapped}]`,
          `[2002:${mapped}::]`,
          `[::${mapped}]`,
        ];
        for (const form of forms) expect(() => checkUrl(`http://${form}/`, false)).toThrow(AddressRefused);
        if (a === 169 || octets.join('.') === '100.100.100.200') return;
        for (const form of forms) expect(checkUrl(`http://${form}/`, true)).toBeInstanceOf(URL);
      }),
    );
  });

  test.each([
    '169.254.169.254',
    '2852039166',
    '0xa9.0xfe.0xa9.0xfe',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::]',
    '[64:ff9b::6464:64c8]',
    '[fe80::1]',
    '100.100.100.200',
    '[fd00:ec2::254]',
  ])('that gives out the credentials of a machine is refused where private ones are allowed: %s', (host) => {
    expect(() => checkUrl(`http://${host}/`, true)).toThrow(AddressRefused);
  });

  test('is judged by the lookup that the socket uses, for every name', async () => {
    const look = (host: string, allowPrivate: boolean) =>
      new Promise((resolve) => guardedLookup(allowPrivate)(host, { all: true }, (error, addresses) => resolve(error ?? addresses)));

    expect(await look('localhost', false)).toBeInstanceOf(AddressRefused);
    expect(await look('localhost', true)).toEqual(expect.arrayContaining([expect.objectContaining({ address: '127.0.0.1' })]));
  });

  test('that is private is not even connected to', async () => {
    let connections = 0;
    const server = createServer()
      .on('connection', () => connections++)
      .listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const post = openPost(false);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      const { error } = await post.send({ url: `http://${host}:${port}/`, headers: {}, body: '{}' });
      expect({ host, error }).toEqual({ host, error: 'addressRefused' });
    }

    expect(connections).toBe(0);
    await post.close();
    server.close();
  });
});

describe('a signature', () => {
  const text = fc.string({ unit: 'binary', maxLength: 500 });

  test('of any body verifies with the library of the receivers', () => {
    fc.assert(
      fc.property(text, fc.stringMatching(/^msg_[a-z0-9]{26}$/), (body, id) => {
        const secret = newWebhookSecret();
        const at = Date.now();
        const headers = deliveryHeaders(id, at, sign([secret], id, at, body));
        expect(() => new Webhook(secret).verify(Buffer.from(body), headers)).not.toThrow(/signature/);
      }),
    );
  });

  test('does not verify another body, another id or another secret', () => {
    fc.assert(
      fc.property(text, text, (body, other) => {
        fc.pre(body !== other && Buffer.from(body).compare(Buffer.from(other)) !== 0);
        const secret = newWebhookSecret();
        const at = Date.now();
        const headers = deliveryHeaders('msg_a', at, sign([secret], 'msg_a', at, body));
        expect(() => new Webhook(secret).verify(Buffer.from(other), headers)).toThrow();
        expect(() => new Webhook(secret).verify(Buffer.from(body), { ...headers, 'webhook-id': 'msg_b' })).toThrow();
        expect(() => new Webhook(newWebhookSecret()).verify(Buffer.from(body), headers)).toThrow();
      }),
    );
  });

  test('is the one of the standard’s own example', () => {
    // From https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(sign([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330_000, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });
});

describe('what is sealed', () => {
  const key = Buffer.alloc(32, 1);

  test('opens again, for what it was sealed for and with the same key only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        const sealed = openSealer(key).seal(secret, 'a');
        expect(openSealer(key).open(sealed, 'a')).toBe(secret);
        expect(() => openSealer(key).open(sealed, 'b')).toThrow();
        expect(() => openSealer(Buffer.alloc(32, 2)).open(sealed, 'a')).toThrow();
      }),
    );
  });

  test('is refused once a bit of it has changed', () => {
    const sealed = Buffer.from(openSealer(key).seal('secret', 'a'), 'base64');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openSealer(key).open(changed.toString('base64'), 'a')).toThrow();
    }
  });
});
