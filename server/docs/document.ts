import type { z } from 'zod';
import { contract } from '../../contract';
import type { Access, Endpoint } from '../../contract/endpoint';
import { errors, type Language } from '../../contract/errors';
import { bodyExamples } from './examples';
import { parameterText } from './parameters';
import { schemaOf } from './schema';
import { documentText } from './text';
import { webhooks } from './webhooks';
import { type CallWording, type FeatureWording, reference } from './wording';

const security: Record<Access, object[]> = {
  public: [],
  user: [{ token: [] }],
  admin: [{ token: [] }],
  project: [{ token: [] }, { project: [] }],
};

/** The contract, and what callbacks receive, as an OpenAPI 3.1 document in one language. @param product what the platform is called */
export function openApi(product: string, language: Language) {
  const text = documentText[language];
  const worded: Record<string, FeatureWording> = reference;
  const paths: Record<string, Record<string, object>> = {};
  for (const [feature, calls] of Object.entries<Record<string, Endpoint>>(contract)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const { name: tag, calls } = worded[feature] as FeatureWording;
      const words = calls[name] as CallWording;
      const called = {
        operationId: `${feature}.${name}`,
        tags: [tag[language]],
        ...inWords(words, endpoint, language),
      };
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: { ...called, ...operation(called.operationId, endpoint, words, language) },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: text.title(product), version: '1', description: text.description },
    tags: Object.values(worded).map(({ name, about }) => ({ name: name[language], description: about[language] })),
    paths,
    webhooks: webhooks(language),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: text.token },
        project: { type: 'http', scheme: 'basic', description: text.project },
      },
      responses: { Failure: { description: text.failure, content: { 'application/json': { schema: failure(language) } } } },
    },
  };
}

function inWords(words: CallWording, { access, limit }: Endpoint, language: Language) {
  const { [language]: summary, more } = words;
  const { adminOnly, limited } = documentText[language];
  const said = [more?.[language], access === 'admin' && adminOnly, limit && limited(limit.max, limit.windowMs / 1000)];
  const description = said.filter(Boolean).join('\n\n');
  return { summary, ...(description && { description }) };
}

function operation(
  call: string,
  { access, params, query, headers, body, data, stream, upload }: Endpoint,
  { requires }: CallWording,
  language: Language,
) {
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query), ...parametersIn('header', headers, requires)];
  return {
    security: security[access],
    parameters: parameters.map((one) => ({ ...one, description: parameterText(call, one.name)?.[language] })),
    ...(body && {
      requestBody: { required: true, content: upload ? multipart(body, upload) : json(schemaOf(body, 'input'), bodyExamples[call]) },
    }),
    responses: {
      200: {
        description: documentText[language].success,
        content: stream
          ? { [stream]: { schema: { type: 'string' } } }
          : json({
              type: 'object',
              required: ['success', 'code', 'data'],
              properties: { success: { const: true }, code: { const: 0 }, data: schemaOf(data, 'output') },
            }),
      },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

const json = (schema: object, example?: object) => ({ 'application/json': { schema, ...(example && { example }) } });

function multipart(body: z.ZodObject, file: string) {
  const { properties = {}, required = [], ...schema } = schemaOf(body, 'input') as { properties?: object; required?: string[] };
  const fields = { ...properties, [file]: { type: 'string', format: 'binary' } };
  return { 'multipart/form-data': { schema: { ...schema, properties: fields, required: [...required, file] } } };
}

function parametersIn(place: 'path' | 'query' | 'header', schema?: z.ZodObject, requires: string[] = []) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || [...required, ...requires].includes(name),
    schema: one,
  }));
}

function failure(language: Language) {
  const text = documentText[language];
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'errorCode', 'errorMessage', 'showType', 'requestId'],
    properties: {
      success: { const: false },
      code: {
        type: 'integer',
        enum: Object.values(errors)
          .map(({ code }) => code)
          .sort((one, other) => one - other),
        description: text.code,
      },
      message: { type: 'string', description: text.message },
      errorCode: { type: 'integer' },
      errorMessage: { type: 'string' },
      showType: { enum: [0, 1, 2, 3, 9], description: text.showType },
      requestId: { type: 'string' },
      details: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } },
      data: { description: text.failureData },
    },
  };
}
