import fc from 'fast-check';
import Papa from 'papaparse';
import { Sn, Tag } from '../../contract/device';
import { gramQuery, grams } from '../../server/db/grams';
import { csvLine } from '../../server/device/csv';

const text = fc.string({ unit: 'binary', maxLength: 40 });

describe('a line of CSV', () => {
  test('is read back as it was, but for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (cells) => {
        const { data } = Papa.parse<string[]>(csvLine(cells), { delimiter: ',', newline: '\r\n' });
        expect(data[0]).toEqual(cells.map((cell) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
        expect(data).toHaveLength(2);
      }),
    );
  });

  test('never begins a cell with what a spreadsheet calculates', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), text, (sign, rest) => {
        expect(csvLine([sign + rest])).toMatch(/^"?'/);
      }),
    );
  });
});

describe('an SN', () => {
  test('has nothing in it that means something in a topic, a path or a client id', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { success, data } = Sn.safeParse(given);
        if (success) expect(encodeURIComponent(data)).toBe(data);
        expect(success).toBe(/^[A-Za-z0-9_-]{1,64}$/.test(given.trim()) && given.trim() !== 'export');
      }),
    );
  });
});

describe('a tag', () => {
  test('survives being joined with semicolons', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 10 }), (given) => {
        const tags = given.flatMap((one) => Tag.safeParse(one).data ?? []);
        expect(tags.length ? tags.join(';').split(';') : []).toEqual(tags);
      }),
    );
  });
});

describe('the words of the search index', () => {
  const line = text.map((given) => given.toLowerCase().replace(/\s+/g, ' '));
  const wordsOf = (query: string) => query.split(' AND ').map((word) => word.slice(1, -1));

  test('of a text have every word asked for any part of it', () => {
    fc.assert(
      fc.property(fc.tuple(line, line, line), ([before, part, after]) => {
        fc.pre(part !== '');
        const kept = new Set(grams(7, `other\n${before}${part}${after}`).split(' '));
        for (const word of wordsOf(gramQuery(7, part))) expect(kept).toContain(word);
      }),
    );
  });

  test('are letters, digits and signs beyond ASCII only: nothing means anything to the index', () => {
    fc.assert(
      fc.property(line, (given) => {
        for (const word of wordsOf(gramQuery(7, given))) expect(word).toMatch(/^[a-z0-9\u0080-\uffff]+$/);
      }),
    );
  });

  test('of another project are others', () => {
    expect(grams(1, 'abc').split(' ')).not.toContain(wordsOf(gramQuery(11, 'abc'))[0]);
  });
});
