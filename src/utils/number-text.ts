const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Commas, blanks of any width and apostrophes, one kind in a number. Nobody groups with a zero in front: `0,125` is an eighth. */
const GROUPED = /^[-+]?[1-9]\d{0,2}([,\s'’])\d{3}(\1\d{3})*(\.\d*)?$/;
/** The full-width twins of ASCII. */
const WIDE = /[！-～]/g;

/**
 * A number as people type it, in the digits of JSON: full-width signs, `1,500` or `1 500` in groups, `1,5` for 1.5.
 * What is no number is `NaN`: nothing of it may be left out until it is one.
 */
export function numberText(typed: string): string {
  const narrow = typed.trim().replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const text = narrow.replace(/−/g, '-').replace(/。/g, '.');
  const [, mark] = GROUPED.exec(text) ?? [];
  const plain = mark ? text.replaceAll(mark, '') : text.replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
  // antd knows neither a plus nor a capital.
  return plain === '' || NUMBER.test(plain) ? plain.replace(/^\+/, '').toLowerCase() : 'NaN';
}
