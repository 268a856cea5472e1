import { randomBytes } from 'node:crypto';

const KEY = /^packet-[0-9a-f]{32}$/;

/** An unguessable name in the packet store. */
export const newKey = (): string => `packet-${randomBytes(16).toString('hex')}`;

export const isKey = (text: string): boolean => KEY.test(text);
