import { issueTexts } from '@contract/field-text';
import type { ZodType } from 'zod';
import { language } from '@/locales/language';

/**
 * A form rule from a schema of the contract, in the user's language: `rules={[follows(Email)]}`.
 * @param held converts the field's value to that of the schema
 */
export const follows = (schema: ZodType, held = (field: never): unknown => field) => ({
  validator: async (_: unknown, field: unknown) => {
    const { error } = schema.safeParse(held(field as never) ?? undefined);
    if (error) throw new Error(issueTexts(error, language())[0]?.message);
  },
});
