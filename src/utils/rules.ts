import { issueTexts } from '@contract/field-text';
import type { FormRule } from 'antd';
import type { ZodType } from 'zod';
import { language } from '@/locales/language';

/** A form rule that says what the contract says, in the user's language: `rules={[follows(Email)]}`. */
export const follows = (schema: ZodType): FormRule => ({
  validator: async (_, value) => {
    const { error } = schema.safeParse(value ?? undefined);
    if (error) throw new Error(issueTexts(error, language())[0]?.message);
  },
});
