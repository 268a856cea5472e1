import { dirname } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { contract } from '../contract';
import type { Access, Endpoint } from '../contract/endpoint';
import { errors } from '../contract/errors';
import type { Platform } from './platform';

/** The contract for those who do not read TypeScript: OpenAPI 3.1 at `/openapi.json`, a browsable reference at `/docs`. */
export function docsRoutes(app: FastifyInstance, { config }: Platform) {
  const document = JSON.stringify(openApi(config.productName));
  app.get('/openapi.json', (_, reply) => reply.type('application/json').send(document));

  app.get('/docs', (_, reply) => reply.type('text/html').send(page(config.productName)));
  app.get('/docs/start.js', (_, reply) => reply.type('text/javascript').send(START));
  app.register(files, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/',
    decorateReply: false,
    index: false,
    serveDotFiles: false,
  });
}

const page = (name: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} API</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="reference"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`;

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: -1, persistAuthorization: false });`;

const security: Record<Access, object[]> = {
  public: [],
  user: [{ token: [] }],
  admin: [{ token: [] }],
  project: [{ token: [] }, { project: [] }],
};

/** The contract as an OpenAPI 3.1 document. */
function openApi(title: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [feature, calls] of Object.entries<Record<string, Endpoint>>(contract)) {
    for (const endpoint of Object.values(calls)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(feature, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1', description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of `POST /v1/platform/login`.' },
        project: { type: 'http', scheme: 'basic', description: 'appKey and appSecret of one project.' },
      },
      responses: { Failure: { description: 'The call was refused or failed.', content: { 'application/json': { schema: FAILURE } } } },
    },
  };
}

function operation(feature: string, endpoint: Endpoint) {
  const { access, summary, params, query, headers, body, data, stream, upload } = endpoint;
  return {
    summary,
    tags: [feature],
    security: security[access],
    parameters: [...parameters('path', params), ...parameters('query', query), ...parameters('header', headers)],
    ...(body && {
      requestBody: {
        required: true,
        content: { [upload ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        content: stream
          ? { [stream]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['success', 'code', 'data'],
                  properties: { success: { const: true }, code: { const: 0 }, data: schemaOf(data, 'output') },
                },
              },
            },
      },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function parameters(place: 'path' | 'query' | 'header', schema?: z.ZodObject) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const FAILURE = {
  type: 'object',
  required: ['success', 'code', 'message', 'errorCode', 'errorMessage', 'showType', 'requestId'],
  properties: {
    success: { const: false },
    code: { type: 'integer', enum: Object.values(errors).map(({ code }) => code), description: 'HTTP status × 100 + n' },
    message: { type: 'string', description: 'In the language of Accept-Language: zh-CN (default) or en' },
    errorCode: { type: 'integer' },
    errorMessage: { type: 'string' },
    showType: { enum: [0, 1, 2, 3, 9], description: '0 silent, 1 warning, 2 error, 3 notification, 9 redirect' },
    requestId: { type: 'string' },
    details: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } },
    data: { description: 'What the caller needs to go on: of 41201 what there is now' },
  },
};

const DESCRIPTION = `Paths under \`/v1/platform/{appKey}/\` also accept HTTP Basic with a project's appKey and appSecret, so that your own servers use the same API.

<details><summary>Error codes</summary>

${Object.entries(errors)
  .map(([name, { code, 'en-US': text }]) => `- \`${code}\` ${name}: ${text}`)
  .join('\n')}

</details>`;
