import type { Language } from '../../contract/errors';
import { documentText } from './text';

/** The page of the reference. It names its language, for `START` to go on in. */
export function page(product: string, language: Language): string {
  const other = language === 'zh-CN' ? { lang: 'en-US', name: 'English' } : { lang: 'zh-CN', name: '中文' };
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(documentText[language].title(product))}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/swagger-ui.css"><style>${STYLE}</style></head>
<body><nav><a href="/">${escaped(product)}</a><a href="/docs?lang=${other.lang}" lang="${other.lang}" hreflang="${other.lang}">${other.name}</a></nav>
<main id="reference"></main><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`;
}

/** What is tried from the page is answered in its language. */
export const START = `const { lang } = document.documentElement;
SwaggerUIBundle({
  url: '/openapi.json?lang=' + lang,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  requestInterceptor: (request) => {
    request.headers['Accept-Language'] = lang;
    return request;
  },
});`;

const STYLE = `
body { margin: 0; }
nav { display: flex; justify-content: space-between; max-width: 1460px; margin: 0 auto; padding: 14px 20px 0; box-sizing: border-box; font: 14px/1.5 system-ui, sans-serif; }
nav a { color: #0a57cc; text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
/* Darker than the library's, for enough contrast (WCAG AA). */
.swagger-ui :is(a.link, .info a, .renderedMarkdown a) { color: #0a57cc; }
.swagger-ui .info .title small { background: #5a6675; }
.swagger-ui .info .title small.version-stamp { background: #3d6b00; }
.swagger-ui .btn.authorize { color: #11703a; border-color: #11703a; }
.swagger-ui .btn.authorize svg { fill: #11703a; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0a57cc; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #11703a; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6a60; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5800; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3242e; }
/* There are no links between calls, and on a phone no room to say so. */
.swagger-ui .response-col_links { display: none; }
/* What a group is about has no room beside its name on a phone. */
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 4px 0 0; }
}
`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
