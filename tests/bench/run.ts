import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from './row';

const columns: (keyof Row)[] = ['what', 'measured', 'baseline', 'ratio', 'goal', 'note'];

/** Runs the benchmarks named on the command line, or all, one after another; prints a table and writes bench/results.json. */
async function run(wanted: string[]) {
  const rows: Row[] = [];
  for (const name of benchmarks().filter((one) => wanted.length === 0 || wanted.includes(one))) {
    process.stderr.write(`bench: ${name} …\n`);
    const { default: bench } = (await import(join(__dirname, `${name}.ts`))) as { default: Bench | { default: Bench } };
    rows.push(...(await ('default' in bench ? bench.default : bench)()));
  }
  print(rows);
  mkdirSync('bench', { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
  writeFileSync(join('bench', 'results.json'), `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`);
}

/** All benchmarks of this folder, without the shared modules. */
const benchmarks = () =>
  readdirSync(__dirname)
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !['run', 'row'].includes(name) && !name.includes('-support'))
    .sort();

function print(rows: Row[]) {
  const cells = rows.map((row) => columns.map((column) => shown(row[column])));
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)));
  const line = (texts: string[]) => `| ${texts.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |\n`;
  process.stdout.write(line(columns));
  process.stdout.write(line(widths.map((width) => '-'.repeat(width))));
  for (const texts of cells) process.stdout.write(line(texts));
}

const shown = (value: string | number | undefined) => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : (value ?? ''));

void run(process.argv.slice(2)).then(() => process.exit(0));
