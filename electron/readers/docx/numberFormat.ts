/**
 * Number formats of Word lists: ECMA-376 part 1, 17.18.59 (ST_NumberFormat), with Word's own output where the text of
 * the standard is silent. Formats of scripts that no supported contract uses fall back to `decimal`, as Word does for
 * values outside a format's range.
 */
export function formatNumber(value: number, format: string): string {
  const known = formats[format];
  if (!known) return String(value);
  return known(value) ?? String(value);
}

type Format = (value: number) => string | null;

const digits = '〇一二三四五六七八九';
/** Word fills empty places of counting formats that have no 百 with a white circle, U+25CB. */
const circleDigits = '○一二三四五六七八九';

export const roman: Format = (value) => {
  if (value < 1 || value > 32_767) return null;
  const steps: readonly (readonly [number, string])[] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let rest = value;
  let text = '';
  for (const [step, letters] of steps) {
    text += letters.repeat(Math.floor(rest / step));
    rest %= step;
  }
  return text;
};

/** a … z, aa, bb … zz, aaa: the letter repeats. Word stops at 780 and starts again. */
function repeated(alphabet: readonly string[]): Format {
  return (value) => {
    if (value < 1) return null;
    const index = (value - 1) % 780;
    return (alphabet[index % alphabet.length] as string).repeat(Math.floor(index / alphabet.length) + 1);
  };
}

/** One symbol per value; out of range falls back. */
const listed =
  (symbols: readonly string[]): Format =>
  (value) =>
    symbols[value - 1] ?? null;

/** One character per value from `first` on; out of range falls back. */
const block =
  (first: number, last: number): Format =>
  (value) =>
    value >= 1 && value <= last - first + 1 ? String.fromCodePoint(first + value - 1) : null;

const mapped =
  (symbols: string): Format =>
  (value) =>
    value < 0 ? null : String(value).replace(/\d/gu, (digit) => symbols.charAt(Number(digit)));

/** Digits alone, but 十 for the tens below 100: 十一, 二十, 九十九, 一○○. */
const counting: Format = (value) => {
  if (value < 0) return null;
  if (value === 0 || value >= 100) return mapped(circleDigits)(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones] : ''}`;
};

interface Thousands {
  readonly digits: string;
  readonly units: readonly [ten: string, hundred: string, thousand: string, tenThousand: string];
  readonly zero: string;
  /** 一 before the ten of 10 to 19 (壹拾), and always before units. */
  readonly oneTen: boolean;
  readonly oneUnit: boolean;
}

/** 一百零一, 一千零二十; below 100,000,000. */
function thousands({ digits: names, units, zero, oneTen, oneUnit }: Thousands): Format {
  const below10000 = (value: number, leading: boolean): string => {
    let text = '';
    let gap = false;
    [1000, 100, 10, 1].forEach((place, index) => {
      const digit = Math.floor(value / place) % 10;
      if (digit === 0) {
        gap = gap || text !== '' || !leading;
        return;
      }
      if (gap) text += zero;
      gap = false;
      const unit = place === 1 ? '' : (units[2 - index] as string);
      const bare = digit === 1 && unit !== '' && (oneUnit ? !oneTen && place === 10 && text === '' && leading : true);
      text += `${bare ? '' : names[digit]}${unit}`;
    });
    return text;
  };
  return (value) => {
    if (value < 0 || value >= 100_000_000) return null;
    if (value === 0) return names[0] as string;
    const high = Math.floor(value / 10_000);
    const low = value % 10_000;
    if (high === 0) return below10000(low, true);
    return `${below10000(high, true)}${units[3]}${low === 0 ? '' : below10000(low, false)}`;
  };
}

const small =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const irregularOrdinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function cardinalWords(value: number): string {
  if (value < 20) return small[value - 1] ?? '';
  if (value < 100) {
    const ones = value % 10;
    return `${tens[Math.floor(value / 10) - 2]}${ones > 0 ? `-${small[ones - 1]}` : ''}`;
  }
  const [place, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % place;
  return `${cardinalWords(Math.floor(value / place))} ${name}${rest > 0 ? ` ${cardinalWords(rest)}` : ''}`;
}

function ordinalWords(value: number): string {
  return cardinalWords(value).replace(/[a-z]+$/u, (last) => {
    if (irregularOrdinals[last] !== undefined) return irregularOrdinals[last];
    return last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`;
  });
}

const inWords =
  (words: (value: number) => string): Format =>
  (value) => {
    if (value < 1 || value > 999_999) return null;
    const text = words(value);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };

const ordinal: Format = (value) => {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
};

const letters = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint((from.codePointAt(0) ?? 0) + index));

const stems = Array.from('甲乙丙丁戊己庚辛壬癸');
const branches = Array.from('子丑寅卯辰巳午未申酉戌亥');
const zodiacPairs = Array.from({ length: 60 }, (_, index) => `${stems[index % 10]}${branches[index % 12]}`);
const russian = Array.from('абвгдежзиклмнопрстуфхцчшщыэюя');

/** The standard gives 零 for an empty place; Word prints U+3007. */
const chineseThousand = thousands({
  digits,
  units: ['十', '百', '千', '万'],
  zero: '〇',
  oneTen: false,
  oneUnit: true,
});
const lower =
  (format: Format): Format =>
  (value) =>
    format(value)?.toLowerCase() ?? null;

const formats: Readonly<Record<string, Format>> = {
  decimal: (value) => String(value),
  decimalHalfWidth: (value) => String(value),
  decimalZero: (value) => (value >= 0 && value < 10 ? `0${value}` : String(value)),
  numberInDash: (value) => `- ${value} -`,
  hex: (value) => (value < 0 ? null : value.toString(16).toUpperCase()),
  none: () => '',
  upperRoman: roman,
  lowerRoman: lower(roman),
  upperLetter: repeated(letters('A', 26)),
  lowerLetter: repeated(letters('a', 26)),
  ordinal,
  cardinalText: inWords(cardinalWords),
  ordinalText: inWords(ordinalWords),
  chicago: repeated(['*', '†', '‡', '§']),
  russianLower: repeated(russian),
  russianUpper: (value) => repeated(russian)(value)?.toUpperCase() ?? null,
  decimalFullWidth: mapped('０１２３４５６７８９'),
  decimalFullWidth2: mapped('０１２３４５６７８９'),
  decimalEnclosedCircle: block(0x2460, 0x2473),
  decimalEnclosedCircleChinese: block(0x2460, 0x2473),
  decimalEnclosedFullstop: block(0x2488, 0x249b),
  decimalEnclosedParen: block(0x2474, 0x2487),
  ideographEnclosedCircle: block(0x3220, 0x3229),
  ideographTraditional: listed(stems),
  ideographZodiac: listed(branches),
  ideographZodiacTraditional: listed(zodiacPairs),
  chineseCounting: counting,
  taiwaneseCounting: counting,
  chineseCountingThousand: chineseThousand,
  taiwaneseCountingThousand: thousands({
    digits: `零${digits.slice(1)}`,
    units: ['十', '百', '千', '萬'],
    zero: '零',
    oneTen: false,
    oneUnit: true,
  }),
  chineseLegalSimplified: thousands({
    digits: '零壹贰叁肆伍陆柒捌玖',
    units: ['拾', '佰', '仟', '万'],
    zero: '零',
    oneTen: true,
    oneUnit: true,
  }),
  ideographLegalTraditional: thousands({
    digits: '零壹貳參肆伍陸柒捌玖',
    units: ['拾', '佰', '仟', '萬'],
    zero: '零',
    oneTen: true,
    oneUnit: true,
  }),
  japaneseCounting: thousands({ digits, units: ['十', '百', '千', '万'], zero: '', oneTen: false, oneUnit: false }),
  japaneseLegal: thousands({
    digits: '〇壱弐参四五六七八九',
    units: ['拾', '百', '阡', '萬'],
    zero: '',
    oneTen: true,
    oneUnit: true,
  }),
  ideographDigital: mapped(digits),
  japaneseDigitalTenThousand: mapped(digits),
  taiwaneseDigital: mapped(circleDigits),
  aiueoFullWidth: listed(
    Array.from('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'),
  ),
  irohaFullWidth: listed(
    Array.from('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン'),
  ),
  ganada: listed(Array.from('가나다라마바사아자차카타파하')),
  chosung: listed(Array.from('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')),
};
