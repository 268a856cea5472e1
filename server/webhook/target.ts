import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isBlockedPort } from '../../contract/callback-url';

/** A host that resolves to a non-public address. */
export class AddressRefused extends Error {
  name = 'AddressRefused';

  constructor(
    readonly host: string,
    readonly address: string,
  ) {
    super(`${host === address ? host : `${host} is ${address}, which`} is not a public address`);
  }
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Is this a public unicast address (IANA special-purpose registries)? IPv4 embedded in IPv6 is checked as IPv4, or refused. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** Beside link-local addresses, where clouds hand out the credentials of the machine: the metadata services of Alibaba Cloud and AWS (IPv6). */
const METADATA = ['100.100.100.200', 'fd00:ec2::254'];

/** At which byte IPv6 addresses of these ranges hold the IPv4 address that is reached through them (RFC 6052 §2.2, RFC 3056 §2). */
const IPV4_AT: Partial<Record<string, number>> = { rfc6052: 12, '6to4': 2 };

/** May an address be called? Private ones only if they are allowed, and never what tells a machine's own credentials. */
function mayBeCalled(address: string, allowPrivate: boolean): boolean {
  if (!allowPrivate || !ipaddr.isValid(address)) return isPublic(address);
  const parsed = ipaddr.process(address);
  const at = parsed.kind() === 'ipv6' ? IPV4_AT[parsed.range()] : undefined;
  if (at !== undefined)
    return mayBeCalled(
      parsed
        .toByteArray()
        .slice(at, at + 4)
        .join('.'),
      allowPrivate,
    );
  return parsed.range() !== 'linkLocal' && !METADATA.includes(parsed.toString());
}

/**
 * Refuses URLs by their text; host names are checked when they are looked up. The URL parser has normalized decimal, octal and
 * hexadecimal forms of addresses.
 * @throws AddressRefused, or Error for another scheme, credentials or a blocked port
 */
export function checkUrl(text: string, allowPrivate: boolean): URL {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || (url.port && isBlockedPort(Number(url.port)))) {
    throw new Error(`${url.protocol}//${url.host} cannot be called`);
  }
  const host = hostOf(url);
  if (isIP(host) && !mayBeCalled(host, allowPrivate)) throw new AddressRefused(host, host);
  return url;
}

/** Refuses a URL whose host resolves to a private address now; one that does not resolve yet passes. @throws AddressRefused */
export async function checkTarget(text: string, allowPrivate: boolean): Promise<void> {
  const host = hostOf(checkUrl(text, allowPrivate));
  if (allowPrivate || isIP(host)) return;
  const addresses = await resolve(host).catch(() => []);
  refuseHidden(host, addresses, allowPrivate);
}

/** A lookup for sockets: the checked address is the one dialled, so DNS rebinding between check and use is impossible. */
export function guardedLookup(allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then((addresses) => {
        refuseHidden(host, addresses, allowPrivate);
        return addresses;
      })
      .then(
        (addresses) => {
          const [first] = addresses as [LookupAddress];
          if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, '', 0),
      );
  };
}

// One such address among others is enough: the socket may pick any.
function refuseHidden(host: string, addresses: LookupAddress[], allowPrivate: boolean) {
  const hidden = addresses.find(({ address }) => !mayBeCalled(address, allowPrivate));
  if (hidden) throw new AddressRefused(host, hidden.address);
}

const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });

/**
 * Resolves a host. Queries the name servers directly, because the system's lookup blocks one of few threads while a name server does
 * not answer; only names that they do not know (/etc/hosts) are looked up by the system.
 */
async function resolve(host: string): Promise<LookupAddress[]> {
  const system = () => dns.lookup(host, { all: true, verbatim: true });
  if (!host.includes('.')) return system();
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [...found(v4, 4), ...found(v6, 6)];
  if (addresses.length > 0) return addresses;
  if (v4.status === 'rejected' && v4.reason.code === 'ETIMEOUT') throw v4.reason;
  return system();
}

const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');
