import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from './config';

type Trust = Pick<Config, 'trustProxy'>;

/**
 * Whose `X-Forwarded-For` is believed: Fastify's `trustProxy`. Behind one proxy its word is good for one address: what stands before
 * that, the client wrote.
 */
export function trustOf({ trustProxy }: Trust): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'string') return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
  return trustProxy ? (_, hop) => hop === 0 : () => false;
}

/** The address of the client itself, as Fastify's `request.ip` says it: for WebSockets, which Fastify does not see. */
export const clientAddress = (request: IncomingMessage, trust: ReturnType<typeof trustOf>): string =>
  proxyAddr(request, trust).replace(/^::ffff:/, '');
