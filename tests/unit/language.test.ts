import fc from 'fast-check';
import { preferredLanguage } from '../../server/language';

test.each([
  [undefined, 'zh-CN'],
  ['', 'zh-CN'],
  ['*', 'zh-CN'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
  ['en', 'en-US'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en-US'],
  ['zh;q=0.5, en;q=0.9', 'en-US'],
  ['fr, en;q=0.3', 'en-US'],
  ['EN-gb', 'en-US'],
  ['en;q=0, *', 'zh-CN'],
  ['english', 'zh-CN'],
  ['en;q=0.8, zh;q=0.8', 'en-US'],
  ['fr, de', 'zh-CN'],
])('who asks for %s is answered in %s', (accepted, language) => {
  expect(preferredLanguage(accepted)).toBe(language);
});

test('every header there can be is answered in a language we speak', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (accepted) => ['zh-CN', 'en-US'].includes(preferredLanguage(accepted))));
});

test('a language wanted more is answered, in whatever order and case it is said', () => {
  const weight = fc.integer({ min: 1, max: 1000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(weight, weight, fc.boolean(), fc.boolean(), (zh, en, first, upper) => {
      fc.pre(zh !== en);
      const ranges = [`zh-CN;q=${zh}`, `en-US; q=${en}`];
      const accepted = (first ? ranges : ranges.reverse()).join(', ');
      return preferredLanguage(upper ? accepted.toUpperCase() : accepted) === (zh > en ? 'zh-CN' : 'en-US');
    }),
  );
});
