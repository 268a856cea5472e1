import { useMemo } from 'react';
import { formSchemaOf, uiSchemaOf } from './form-schema';
import { type Surroundings, SurroundingsContext } from './surroundings';
import { ThemedForm } from './theme';
import { validator } from './validator';

/** The configuration as a form made from its schema: each value with what the device has beside it. */
export default function ConfigForm(surroundings: Surroundings) {
  const { schema, document } = surroundings;
  const [formSchema, uiSchema] = useMemo(() => [formSchemaOf(schema), uiSchemaOf(schema)], [schema]);

  return (
    <SurroundingsContext value={surroundings}>
      <ThemedForm
        tagName="div"
        className="config-form"
        idPrefix="config"
        schema={formSchema}
        uiSchema={uiSchema}
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
      >
        {/* Saving is asked for elsewhere. */}
        <span />
      </ThemedForm>
    </SurroundingsContext>
  );
}
