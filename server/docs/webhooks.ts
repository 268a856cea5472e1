import { CallbackType, callbackBody, callbackTypes } from '../../contract/callback-event';
import type { Language } from '../../contract/errors';
import { exampleBody } from '../webhook/message';
import { deliveryHeaders } from '../webhook/signature';
import { EXAMPLE_AT, schemaOf } from './schema';
import { documentText } from './text';

/** The project, the id and the signature of every example. */
const EXAMPLE = {
  appKey: 'k3v8q2m5x7c1n9b4z6w0',
  id: 'msg_01m3250v3v4f9c2e71a08b5d36e4c1',
  signature: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

/** What the platform sends to callbacks, one for each type, as OpenAPI 3.1 `webhooks`. */
export function webhooks(language: Language): Record<string, { post: object }> {
  return Object.fromEntries(CallbackType.options.map((type) => [type, { post: message(type, language) }]));
}

function message(type: CallbackType, language: Language) {
  const { callback } = documentText[language];
  return {
    summary: callbackTypes[type].description[language].replaceAll('`', ''),
    description: callback.signed,
    operationId: `webhook:${type}`,
    security: [],
    parameters: headers(language),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: bodySchema(type, language), example: JSON.parse(exampleBody(type, EXAMPLE_AT, EXAMPLE.appKey)) },
      },
    },
    responses: {
      // Tools show a range behind the statuses, and this is what matters.
      200: { description: callback.delivered },
      '2XX': { description: callback.delivered },
      410: { description: callback.gone },
      429: busy(language),
      503: busy(language),
      default: { description: callback.otherwise },
    },
  };
}

// From what is really sent. The content type is said by the request body: OpenAPI ignores it here.
function headers(language: Language) {
  const { 'content-type': _, ...sent } = deliveryHeaders(EXAMPLE.id, EXAMPLE_AT, EXAMPLE.signature);
  return Object.entries(sent).map(([name, example]) => ({
    name,
    in: 'header',
    required: true,
    description: documentText[language].callback.headers[name],
    schema: { type: 'string' },
    example,
  }));
}

function bodySchema(type: CallbackType, language: Language) {
  const { timestamp, data } = documentText[language].callback;
  const schema = schemaOf(callbackBody(type), 'output');
  const { properties = {} } = schema as { properties?: Record<string, object> };
  return {
    ...schema,
    properties: {
      ...properties,
      timestamp: { ...properties.timestamp, description: timestamp },
      data: { ...properties.data, description: data },
    },
  };
}

function busy(language: Language) {
  const { busy: description, retryAfter } = documentText[language].callback;
  return { description, headers: { 'Retry-After': { description: retryAfter, schema: { type: 'string' } } } };
}
