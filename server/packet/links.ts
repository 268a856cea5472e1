import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/duration';
import type { Config } from '../config';

/** How long a link is valid, in milliseconds. */
export const LINK_KEPT_MS = DAY_MS;

export interface Linked {
  id: number;
  filename: string;
}

export type Links = ReturnType<typeof openLinks>;

/** Makes and checks links to the download host. @param key signs them; kept across restarts */
export function openLinks(key: Buffer, now: () => number) {
  const signatureOf = ({ id, filename }: Linked, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, filename, expires]))
      .digest();

  return {
    /** @param base URL of the download host, without a trailing slash */
    url(base: string, packet: Linked, keptMs = LINK_KEPT_MS): string {
      const expires = Math.ceil((now() + keptMs) / 1000);
      const signature = signatureOf(packet, expires).toString('base64url');
      return `${base}/packet/${packet.id}/${encodeURIComponent(packet.filename)}?expires=${expires}&signature=${signature}`;
    },

    isGood(packet: Linked, { expires = '', signature = '' }: { expires?: unknown; signature?: unknown }): boolean {
      const until = Number(expires);
      if (!Number.isSafeInteger(until) || until * 1000 < now() || typeof signature !== 'string') return false;
      const given = Buffer.from(signature, 'base64url');
      const expected = signatureOf(packet, until);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/**
 * URL of the download host: DOWNLOAD_URL, or the host of PUBLIC_URL, of the request or of HOST, with the download port.
 * @param request the caller's; without one (a notice to a device) only the settings decide
 */
export function downloadBase({ downloadUrl, publicUrl, host, downloadPort }: Config, request?: FastifyRequest): string {
  if (downloadUrl) return downloadUrl;
  const origin = publicUrl ?? (request ? `${request.protocol}://${request.host}` : '');
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : host.includes(':') ? `[${host}]` : host;
  return `http://${hostname}:${downloadPort}`;
}
