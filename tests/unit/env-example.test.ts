import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Environment, readConfig } from '../../server/config';

const example = readFileSync('.env.example', 'utf8');

describe('.env.example', () => {
  test('names every setting there is, and no other', () => {
    const named = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);

    expect(named.sort()).toEqual(Object.keys(Environment.shape).sort());
  });

  test('shows the defaults', () => {
    expect(readConfig(parseEnv(example) as Record<string, string>)).toEqual(readConfig({}));
  });
});
