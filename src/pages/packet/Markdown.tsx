import DOMPurify from 'dompurify';
import { marked } from 'marked';
import './markdown.css';

/** Markdown that somebody wrote, as HTML that can do no harm: no scripts, no forms, nothing fetched from elsewhere; links open beside the console. */
export default function Markdown({ text }: { text: string }) {
  const html = clean(marked.parse(text, { async: false, gfm: true, breaks: true }));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised above
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
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
