import { chineseNumeralClass, parseChineseNumeral } from '../structure/number.ts';

/** Runs of a Chinese numeral, with the groups 万 and 亿 that amounts are written with. */
export const chineseAmount = new RegExp(`[${chineseNumeralClass}万萬亿億]+`, 'g');

/** Value of a Chinese numeral of any size (`壹佰万` is 1,000,000, `二〇二四` is 2024); null if it is none. */
export function chineseValue(numeral: string): number | null {
  const at = numeral.search(/[亿億]/) >= 0 ? numeral.search(/[亿億]/) : numeral.search(/[万萬]/);
  if (at < 0) return parseChineseNumeral(numeral);
  const unit = /[亿億]/.test(numeral[at] ?? '') ? 100_000_000 : 10_000;
  const high = chineseValue(numeral.slice(0, at));
  const rest = numeral.slice(at + 1);
  const low = rest === '' ? 0 : chineseValue(rest.replace(/^[零〇](?=.)/, ''));
  return high === null || low === null ? null : high * unit + low;
}
