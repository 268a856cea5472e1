import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sections } from './lines';

/** The table of lines and the stories that test them. `npx tsx tests/browser/spec/table.ts` writes it to README.md. */
export function specTable(): { text: string; missing: string[] } {
  const stories = storiesByLine();
  const missing: string[] = [];
  const parts = Object.entries(sections).map(([title, lines]) => {
    const rows = Object.entries(lines).map(([id, line]) => {
      const files = stories.get(id) ?? [];
      if (files.length === 0) missing.push(`${id} ${line}`);
      return `| ${id} | ${line} | ${files.map((file) => `[${file}](${file})`).join(', ')} |`;
    });
    const [first = ''] = Object.keys(lines);
    return `## §${first.split('.')[0]} ${title}\n\n| line | what it says | shown by |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  const head =
    '# The specification, line by line\n\nWritten by `npx tsx tests/browser/spec/table.ts`; a test fails when it is out of date. ';
  const how = 'A story that shows a line begins with its number, and runs in a real Chromium against the build that `npm start` serves.\n';
  return { text: [head + how, ...parts].join('\n'), missing };
}

/** Test files by the line numbers in quoted titles: `story('2.14 …')`. */
function storiesByLine(): Map<string, string[]> {
  const byLine = new Map<string, string[]>();
  for (const file of readdirSync(__dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()) {
    const titles = readFileSync(join(__dirname, file), 'utf8').match(/(?<=['"`])\d\.\d+ [^'"`]*/g) ?? [];
    const ids = titles.flatMap((title) => title.match(/\b\d\.\d+\b/g) ?? []);
    for (const id of new Set(ids)) byLine.set(id, [...(byLine.get(id) ?? []), file]);
  }
  return byLine;
}

if (require.main === module) writeFileSync(join(__dirname, 'README.md'), specTable().text);
