import { isObject, type Json, type JsonObject } from './merge-patch';

/** The steps of a JSON pointer (RFC 6901). */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What `#/$defs/…` means in a schema. */
export const referenced = (schema: JsonObject, ref: string): Json | undefined =>
  stepsOf(ref).reduce<Json | undefined>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), schema);

/** The draft that a schema is written in, as the validator calls it. */
export const draftOf = ({ $schema }: JsonObject) => (typeof $schema === 'string' && $schema.includes('draft-07') ? '7' : '2020-12');
