import { z } from 'zod';

/** The moment of every example. */
export const EXAMPLE_AT = 1_790_000_000_123;

/** A schema of the contract as OpenAPI 3.1 takes it. @param io what is sent, or what is received */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      withoutLimits(jsonSchema);
      // What is not known is refused (strict.ts).
      if (io === 'input' && jsonSchema.properties) jsonSchema.additionalProperties ??= false;
      // Made up from its pattern, it is a leap day some thousand years away.
      if (jsonSchema.format === 'date-time') jsonSchema.examples = [new Date(EXAMPLE_AT).toISOString()];
    },
  });
  return rest;
}

// Every integer has those of JavaScript, and tools would show them as its example.
function withoutLimits(schema: z.core.JSONSchema.BaseSchema) {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
