import type { Language } from '../../contract/errors';
import { LIBRARY_WORDS } from './library-words';
import { documentText } from './text';

/** There is room for the contents beside the reference. */
const WIDE = '(min-width: 1200px)';

/** The page of the reference. It names its language, for `START` to go on in. */
export function page(product: string, language: Language): string {
  const { title, contents } = documentText[language];
  const other = language === 'zh-CN' ? { lang: 'en-US', name: 'English' } : { lang: 'zh-CN', name: '中文' };
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title(product))}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/swagger-ui.css"><style>${STYLE}</style></head>
<body><nav class="top"><a href="/">${escaped(product)}</a><a href="/docs?lang=${other.lang}" lang="${other.lang}" hreflang="${other.lang}">${other.name}</a></nav>
<div class="columns"><details id="contents" hidden><summary>${contents}</summary><nav aria-label="${contents}"><ul></ul></nav></details>
<div id="reference"></div></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`;
}

/** Starts the library, and lists what there is once it is rendered. What is tried from the page is answered in its language. */
export const START = `const { lang } = document.documentElement;
const reference = document.getElementById('reference');
const words = new Map(Object.entries(${JSON.stringify(LIBRARY_WORDS)}));
if (lang === 'zh-CN') new MutationObserver(translate).observe(reference, { subtree: true, childList: true, characterData: true });
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
  // Its default has too little contrast (WCAG AA).
  syntaxHighlight: { theme: 'tomorrow-night' },
  plugins: [plainPaths],
  onComplete: list,
});

// A call's path is in the button that unfolds it, where the library's link would be a control within a control. Unfolding sets the hash as well.
function plainPaths({ React }) {
  const plain = (Link) => (props) => props.path.includes('/') ? React.createElement('span', null, props.text) : React.createElement(Link, props);
  return { wrapComponents: { DeepLink: plain } };
}

function translate() {
  const texts = document.createTreeWalker(reference, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const word = words.get(data) ?? words.get(data.trim());
    // Not in what is the document's own, nor in code.
    if (word && !parentElement.closest('.renderedMarkdown, code, pre, textarea, option')) texts.currentNode.data = word;
  }
}

function list() {
  const contents = document.getElementById('contents');
  const entries = [...document.querySelectorAll('.info h2:not(.title), .info summary, .opblock-tag, .webhooks h2')].map((heading) => {
    const name = (heading.querySelector('a, span') ?? heading).textContent.trim();
    heading.id ||= name.replace(/\\s+/g, '-');
    const link = document.createElement('a');
    link.href = '#' + encodeURIComponent(heading.id);
    link.textContent = name;
    const entry = document.createElement('li');
    entry.className = heading.closest('.info') ? 'guide' : 'calls';
    entry.append(link);
    return entry;
  });
  contents.querySelector('ul').replaceChildren(...entries);
  contents.hidden = false;
  contents.open = matchMedia('${WIDE}').matches;
  // What a link leads to was not there yet.
  [...document.querySelectorAll('[id]')].find(({ id }) => location.hash === '#' + encodeURIComponent(id))?.scrollIntoView();
}`;

const STYLE = `
body { margin: 0; }
nav.top { display: flex; justify-content: space-between; max-width: 1460px; margin: 0 auto; padding: 14px 20px 0; box-sizing: border-box; font: 14px/1.5 system-ui, sans-serif; }
.top a, #contents a { color: #0a57cc; text-decoration: none; }
:is(.top, #contents) a:is(:hover, :focus-visible) { text-decoration: underline; }
.columns { max-width: 1460px; margin: 0 auto; }
#contents { margin: 14px 20px 0; font: 14px/1.5 system-ui, sans-serif; }
#contents summary { cursor: pointer; font-weight: 600; }
#contents ul { margin: 8px 0 0; padding: 0; list-style: none; }
#contents a { display: block; padding: 3px 0; }
#contents .guide + .calls { margin-top: 8px; padding-top: 8px; border-top: 1px solid #d5dbe3; }
@media ${WIDE} {
  .columns { display: grid; grid-template-columns: 220px minmax(0, 1fr); }
  #contents { position: sticky; top: 0; align-self: start; max-height: 100vh; margin: 0; padding: 50px 0 20px 20px; box-sizing: border-box; overflow-y: auto; }
}
@media (max-width: 640px) {
  #contents a { padding: 8px 0; }
}
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
/* The library writes the word in its style; darker, too. */
.swagger-ui .parameter__name.required span { color: #b3242e; }
.swagger-ui .parameter__name.required::after { color: #b3242e; }
:lang(zh) .swagger-ui .parameter__name.required::after { content: "${LIBRARY_WORDS.required}"; }
/* There are no links between calls, and on a phone no room to say so. */
.swagger-ui .response-col_links { display: none; }
/* What a group is about has no room beside its name on a phone. */
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 4px 0 0; }
}
`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
