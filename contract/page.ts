import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

/** The page of a list that is asked for; the first page is 1. */
export const PageQuery = z.object({
  current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
});
export type PageQuery = z.output<typeof PageQuery>;

export const page = <Row extends z.ZodType>(row: Row) => z.object({ list: z.array(row), total: z.int() });

export interface Page<Row> {
  list: Row[];
  total: number;
}
