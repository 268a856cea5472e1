import type { JsonObject } from '@contract/merge-patch';
import withTheme from '@rjsf/core/lib/withTheme.js';
import { Alternatives } from './Alternatives';
import { FieldTemplate } from './FieldTemplate';
import { GroupField } from './GroupField';
import { Nothing } from './InnerField';
import { ListField } from './ListField';
import { ObjectTemplate } from './ObjectTemplate';
import { OnlyInJson } from './OnlyInJson';
import { Numbers } from './widgets/Numbers';
import { Secret } from './widgets/Secret';
import { Choice, OnOff, TextOrNumber } from './widgets/widgets';

/** Text with a `format` is typed as it is sent, and checked. The library's own widgets for these rewrite the text on every keystroke. */
const FORMATTED = {
  DateTimeWidget: TextOrNumber,
  DateWidget: TextOrNumber,
  TimeWidget: TextOrNumber,
  ColorWidget: TextOrNumber,
  FileWidget: TextOrNumber,
};

/**
 * The form in the console's look. Imported part by part: the packages as a whole bring a validator that generates code at run time, and all
 * antd widgets.
 */
export const ThemedForm = withTheme<JsonObject>({
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    BaseInputTemplate: TextOrNumber,
    ArrayFieldTitleTemplate: Nothing,
    ArrayFieldDescriptionTemplate: Nothing,
    UnsupportedFieldTemplate: OnlyInJson,
    ButtonTemplates: { SubmitButton: Nothing },
  },
  fields: { OneOfField: Alternatives, AnyOfField: Alternatives, ArrayField: ListField, ObjectField: GroupField, NullField: OnlyInJson },
  widgets: { SelectWidget: Choice, CheckboxesWidget: Choice, CheckboxWidget: OnOff, numbers: Numbers, secret: Secret, ...FORMATTED },
});
