const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const GROUPED = /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * A number as people type it, in the digits of JSON: full-width signs, `1,500` in groups, `1,5` for 1.5.
 * What is no number is `NaN`: nothing of it may be left out until it is one.
 */
export function numberText(typed: string): string {
  const text = typed.normalize('NFKC').replace(/[\s_]/g, '').replace(/−/g, '-').replace(/。/g, '.');
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text.replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
  return plain === '' || NUMBER.test(plain) ? plain : 'NaN';
}
