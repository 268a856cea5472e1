import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { formSchemaOf, uiSchemaOf } from './form-schema';
import { type Surroundings, SurroundingsContext } from './surroundings';
import { ThemedForm } from './theme';
import { validator } from './validator';

interface ConfigFormProps extends Surroundings {
  onChange: (document: JsonObject) => void;
}

/** The configuration as a form made from its schema: each value with what the device has beside it. */
export default function ConfigForm({ onChange, ...surroundings }: ConfigFormProps) {
  const { schema, document } = surroundings;

  return (
    <SurroundingsContext value={surroundings}>
      <ThemedForm
        tagName="div"
        className="config-form"
        idPrefix="config"
        schema={formSchemaOf(schema)}
        uiSchema={uiSchemaOf(schema)}
        formData={document}
        validator={validator}
        noValidate
        showErrorList={false}
        experimental_defaultFormStateBehavior={{
          arrayMinItems: { populate: 'never' },
          emptyObjectFields: 'skipDefaults',
          allOf: 'skipDefaults',
          constAsDefaults: 'never',
          requiredBooleanDefault: 'skip',
        }}
        onChange={({ formData }) => formData && onChange(tidied(formData, document))}
      >
        {/* Saving is asked for elsewhere. */}
        <span />
      </ThemedForm>
    </SurroundingsContext>
  );
}

/** What the form says, without the values that were cleared and the empty sections it makes for itself. */
function tidied(said: JsonObject, before: JsonObject): JsonObject {
  const entries = Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, isObject(value) ? tidied(value, isObject(before[key]) ? before[key] : {}) : filled(value)] as const)
    .filter(([key, value]) => !isObject(value) || Object.keys(value).length > 0 || Object.hasOwn(before, key));
  return Object.fromEntries(entries);
}

/** A new entry of a list has no value yet; what JSON calls that is null. */
function filled(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(filled);
  return isObject(value) ? tidied(value, value) : (value ?? null);
}
