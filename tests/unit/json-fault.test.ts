import fc from 'fast-check';
import { jsonFaultAt } from '../../server/broker/json-fault';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['notjson1', 0],
  ['{"values":{"t":1}', 17],
  ['{"values":{"t":1} "x"', 18],
  ['{"values":{"t":1,}}', 17],
  ["{'values':{}}", 1],
  ['{"values":{"t":NaN}}', 15],
  ['{"values":{"t":01}}', 16],
  ['{"values":{"t":1.}}', 16],
  ['{"text":"two\nlines"}', 12],
  ['{"text":"C:\\users"}', 11],
  ['{"text":"not closed\\"}', 22],
  ['{"values":{}}}', 13],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{"a":tru}', 5],
  ['{"a"}', 4],
  ['', 0],
  ['  ', 2],
])('%j stops being JSON at %i', (text, at) => {
  expect(isJson(text)).toBe(false);
  expect(jsonFaultAt(text)).toBe(at);
});

test('a broken text is good up to its fault: what stands there cannot, and nothing before it is at fault', () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '}', ']', ',', ':', '\\', '\n', 'x', '0', '.', '{'))
    .map(([json, n, put]) => json.slice(0, n % (json.length + 1)) + put + json.slice((n % (json.length + 1)) + 1))
    .filter((text) => !isJson(text));
  fc.assert(
    fc.property(broken, (text) => {
      const at = jsonFaultAt(text);
      const { message } = attempt(() => JSON.parse(text));
      // V8 gives the position only for some errors, and only of the whole token.
      const place = /at position (\d+)/.exec(message)?.[1];
      expect(jsonFaultAt(text.slice(0, at))).toBe(at);
      if (place !== undefined && Number(place) !== at) expect(Math.abs(Number(place) - at)).toBeLessThan(8);
    }),
    { numRuns: 5000 },
  );
});

function attempt(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was wrong');
}
