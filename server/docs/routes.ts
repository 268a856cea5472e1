import { dirname } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages } from '../../contract/errors';
import { languageOf } from '../errors';
import type { Platform } from '../platform';
import { openApi } from './document';
import { page, START } from './page';

/**
 * The contract for those who do not read TypeScript: OpenAPI 3.1 at `/openapi.json`, a browsable reference at `/docs`. Both in the
 * language the address asks for (`?lang=en-US`, or `en`), or that of Accept-Language.
 */
export function docsRoutes(app: FastifyInstance, { config }: Platform) {
  const documents = new Map<Language, string>();

  app.get('/openapi.json', (request, reply) => {
    const language = chosenLanguage(request);
    const document = documents.get(language) ?? JSON.stringify(openApi(config.productName, language));
    documents.set(language, document);
    return inLanguage(reply, language).type('application/json').send(document);
  });

  app.get('/docs', (request, reply) => {
    const language = chosenLanguage(request);
    return inLanguage(reply, language).type('text/html').send(page(config.productName, language));
  });
  app.get('/docs/', ({ url }, reply) => reply.redirect(`/docs${/\?.*/s.exec(url)?.[0] ?? ''}`));
  app.get('/docs/start.js', (_, reply) => reply.type('text/javascript').send(START));
  app.register(files, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/',
    decorateReply: false,
    index: false,
    serveDotFiles: false,
  });
}

function chosenLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return languages.find((language) => language === lang || language.split('-')[0] === lang) ?? languageOf(request);
}

const inLanguage = (reply: FastifyReply, language: Language) =>
  reply.header('content-language', language).header('vary', 'accept-language');
