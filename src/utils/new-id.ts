/** A random name that nothing else has. Not `randomUUID`, which browsers have only where a page comes by HTTPS or from the same machine. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
