import { randomBytes } from 'node:crypto';

const KEY = /^packet-[0-9a-f]{32}$/;

/** A name in the packet store that nobody guesses. */
export const newKey = (): string => `packet-${randomBytes(16).toString('hex')}`;

export const isKey = (text: string): boolean => KEY.test(text);
