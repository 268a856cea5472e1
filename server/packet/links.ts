import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';

/** How long a link is good, in milliseconds. */
export const LINK_KEPT_MS = 86_400_000;

export interface Linked {
  id: number;
  filename: string;
}

export type Links = ReturnType<typeof openLinks>;

/** Makes and checks links to the download host. @param key signs them; it lives longer than the process */
export function openLinks(key: Buffer, now: () => number) {
  const signatureOf = ({ id, filename }: Linked, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, filename, expires]))
      .digest();

  return {
    /** @param base where the download host is reached, without a slash at its end */
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
 * Where the download host is reached: DOWNLOAD_URL, or the host that a caller, PUBLIC_URL or HOST names, with the port of downloads.
 * @param request the caller's; without one (a notice to a device) the settings decide
 */
export function downloadBase({ downloadUrl, publicUrl, host, downloadPort }: Config, request?: FastifyRequest): string {
  if (downloadUrl) return downloadUrl;
  const origin = publicUrl ?? (request ? `${request.protocol}://${request.host}` : '');
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : host.includes(':') ? `[${host}]` : host;
  return `http://${hostname}:${downloadPort}`;
}
