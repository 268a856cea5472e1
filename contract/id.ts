import { z } from 'zod';

/** A counted id in a path: a number, or its digits; PostgreSQL's `integer` ends where this does. */
export const Id = z.coerce.number().int().min(1).max(2_147_483_647);
