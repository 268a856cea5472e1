import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import './markdown.css';

const markdown = new Marked({
  async: false,
  gfm: true,
  breaks: true,
  renderer: {
    // HTML tags are shown as text, because people write placeholders like `<sn>` in descriptions.
    html: ({ text }) => escaped(text),
    // Below the title of what is described.
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

/** Renders untrusted Markdown as sanitized HTML, without scripts, forms or external media. Links open in a new tab. */
export default function Markdown({ text }: { text: string }) {
  const html = clean(markdown.parse(text) as string);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

function clean(html: string): string {
  const fragment = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'img', 'picture', 'video', 'audio', 'source'],
    FORBID_ATTR: ['style', 'id', 'class', 'name'],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    // DOMPurify removed an unsafe `href`, so the link becomes plain text.
    if (!link.hasAttribute('href')) link.replaceWith(...link.childNodes);
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
