import type { JsonObject } from '@contract/merge-patch';
import MultiSchemaFieldTemplate from '@rjsf/antd/lib/templates/MultiSchemaFieldTemplate/index.js';
import WrapIfAdditionalTemplate from '@rjsf/antd/lib/templates/WrapIfAdditionalTemplate/index.js';
import withTheme from '@rjsf/core/lib/withTheme.js';
import { FieldTemplate } from './FieldTemplate';
import { AddButton, ListEntry, ListTemplate, MoveDownButton, MoveUpButton, RemoveButton } from './List';
import { ObjectTemplate } from './ObjectTemplate';
import { Numbers } from './widgets/Numbers';
import { Secret } from './widgets/Secret';
import { Choice, OnOff, TextOrNumber } from './widgets/widgets';

const Nothing = () => null;

/**
 * The form in the console's look. Its parts are taken one by one: the packages as a whole bring a validator that makes code at run time,
 * and every field of antd.
 */
export const ThemedForm = withTheme<JsonObject>({
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    BaseInputTemplate: TextOrNumber,
    ArrayFieldTemplate: ListTemplate,
    ArrayFieldItemTemplate: ListEntry,
    ArrayFieldTitleTemplate: Nothing,
    ArrayFieldDescriptionTemplate: Nothing,
    MultiSchemaFieldTemplate,
    WrapIfAdditionalTemplate,
    ButtonTemplates: { SubmitButton: Nothing, AddButton, MoveDownButton, MoveUpButton, RemoveButton },
  },
  widgets: { SelectWidget: Choice, CheckboxesWidget: Choice, CheckboxWidget: OnOff, numbers: Numbers, secret: Secret },
});
