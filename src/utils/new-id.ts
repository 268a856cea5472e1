/** A random unique id. Not `randomUUID`, which needs HTTPS or localhost. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
