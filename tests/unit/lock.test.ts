import { readFileSync } from 'node:fs';

interface Locked {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

/** The places where Node looks for a package: in the importing package, then upwards. */
function placesOf(name: string, from: string): string[] {
  const place = `${from ? `${from}/` : ''}node_modules/${name}`;
  const above = from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '';
  return from ? [place, ...placesOf(name, above)] : [place];
}

describe('package-lock.json', () => {
  test('knows the packages of every operating system: npm leaves out what a registry lacked, and npm ci then refuses the lock', () => {
    const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !placesOf(name, from).some((place) => packages[place])),
    );

    expect(missing).toEqual([]);
  });

  test('does not say where packages come from: each registry has its own addresses', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });
});
