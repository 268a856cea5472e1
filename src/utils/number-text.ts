const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Digit groups separated by commas, spaces or apostrophes, but not mixed. A leading zero means a decimal: `0,125` is an eighth. */
const GROUPED = /^[-+]?[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(\.\d*)?$/;
/** Full-width forms of ASCII. */
const WIDE = /[！-～]/g;

/**
 * Converts a number as people type it to JSON's form: full-width characters, groups as in `1,500` or `1 500`, `1,5` for 1.5.
 * Anything else becomes `NaN`: nothing may be dropped to make it a number.
 */
export function numberText(typed: string): string {
  const narrow = typed.trim().replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const text = narrow.replace(/−/g, '-').replace(/。/g, '.');
  const [, mark] = GROUPED.exec(text) ?? [];
  const plain = mark ? text.replaceAll(mark, '') : text.replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
  // antd accepts neither a plus nor a capital E.
  return plain === '' || NUMBER.test(plain) ? plain.replace(/^\+/, '').toLowerCase() : 'NaN';
}
