import { isSpace } from '../../../../shared/span.ts';
import type { Span } from '../../../../shared/span.ts';

/** Text made plain for the patterns of this folder, with a way back to the source. */
export interface Folded {
  readonly text: string;
  /** `offsets[i]` is the UTF-16 offset in the source of the folded unit `i`. */
  readonly offsets: Uint32Array;
}

// Characters that the patterns name; others stay as they are.
const traditional =
  '條項節錄稱義雙約規詞語協議據證應買賣當則並與為無經權責違損賠償範圍內號關於間個億萬終訂籤簽門開發從後會總結納辦構' +
  '類別達傳優適屬註現書該這種還導給貳參陸執處點價標準對單裡裏運營轉讓訴負擔確認過進遠連長實質變補釋說話請論設許評識' +
  '護專業東機極檢樣歸產畫異盡監視觀覺讀讚貨費資貸賃賬購輸臺灣舉積稅簡級絕統維網緊綜繼續聯職聲衛複製見訊係雖儘僅須兩' +
  '況獲顯預擬餘啟員盤編際題圖鑒鑑館齡災難訟銷覽領頭額顧願飛飯飲馬駐驗體黨齊龍蓋薦藝術衝觸訓記訪詢試詳誤誠調談諾謂謝' +
  '譯譽財販貫貴貿賀賓賞贈贏趙軍軌軟較載輔輛辭農邊遞選鄉釐鈔銀銅鋼錢鎖鎮鏈鐵閉問閱陽陰陳險隨隱雜雲電靜韓頁頻順頒頓頗' +
  '頸顆顏飾養騙騰驅驟髮魚鮮鳥麥';
const simple =
  '条项节录称义双约规词语协议据证应买卖当则并与为无经权责违损赔偿范围内号关于间个亿万终订签签门开发从后会总结纳办构' +
  '类别达传优适属注现书该这种还导给贰叁陆执处点价标准对单里里运营转让诉负担确认过进远连长实质变补释说话请论设许评识' +
  '护专业东机极检样归产画异尽监视观觉读赞货费资贷赁账购输台湾举积税简级绝统维网紧综继续联职声卫复制见讯系虽尽仅须两' +
  '况获显预拟余启员盘编际题图鉴鉴馆龄灾难讼销览领头额顾愿飞饭饮马驻验体党齐龙盖荐艺术冲触训记访询试详误诚调谈诺谓谢' +
  '译誉财贩贯贵贸贺宾赏赠赢赵军轨软较载辅辆辞农边递选乡厘钞银铜钢钱锁镇链铁闭问阅阳阴陈险随隐杂云电静韩页频顺颁顿颇' +
  '颈颗颜饰养骗腾驱骤发鱼鲜鸟麦';
const simplified = new Map(Array.from(traditional, (char, index) => [char, simple.charAt(index)]));

export const isHan = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xd840 && unit <= 0xd87f);

/** Han or the punctuation that is set solid beside it: a line break there stands for nothing. */
const isSolid = (unit: number): boolean =>
  isHan(unit) || (unit >= 0x3001 && unit <= 0x3011) || (unit >= 0xff01 && unit <= 0xff5e);

function foldUnit(unit: number, char: string): string {
  if (unit < 0x80) return char;
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - 0xfee0);
  switch (char) {
    case '〔':
    case '﹙':
      return '(';
    case '〕':
    case '﹚':
      return ')';
    case '‘':
    case '’':
    case '‛':
      return "'";
    case '„':
    case '‟':
    case '〝':
      return '“';
    case '〞':
      return '”';
    case '‐':
    case '‑':
    case '‒':
    case '–':
      return '-';
    case '﹕':
      return ':';
    default:
      return simplified.get(char) ?? char;
  }
}

/**
 * Slices of one paragraph as one plain line: runs of white space become one space, a line break between Han characters
 * nothing, full-width forms ASCII, the traditional characters that the patterns use simplified ones; Markdown's `**` and
 * backslash escapes go. Linear in the length of the slices.
 */
export function fold(source: string, slices: readonly Span[]): Folded {
  let length = 0;
  for (const [start, end] of slices) length += end - start + 1;
  const offsets = new Uint32Array(length);
  const parts: string[] = [];
  let size = 0;
  let last = 0;
  let before = 0;
  let gap: { readonly at: number; lineBreak: boolean; other: boolean } | null = null;
  for (const [start, end] of slices) {
    // a hole with white space in it (page break, running header) reads like a line break; one of markup like nothing
    if (size > 0 && hasSpace(source, before, start)) gap ??= { at: start, lineBreak: true, other: false };
    before = end;
    for (let i = start; i < end; i++) {
      const unit = source.charCodeAt(i);
      if (isSpace(unit)) {
        if (
          (unit >= 0x200b && unit <= 0x200f) ||
          (unit >= 0x2060 && unit <= 0x2064) ||
          unit === 0xad ||
          unit === 0xfeff
        )
          continue;
        const lineBreak = unit === 0x0a || unit === 0x0d;
        if (gap === null) gap = { at: i, lineBreak, other: !lineBreak };
        else if (lineBreak) gap.lineBreak = true;
        else gap.other = true;
        continue;
      }
      if (unit === 0x2a && source.charCodeAt(i + 1) === 0x2a) {
        i++;
        continue;
      }
      if (unit === 0x5c && /[-_.()[\]*#+!`>|]/.test(source.charAt(i + 1))) continue;
      if (gap !== null && size > 0 && !(gap.lineBreak && isSolid(last) && isSolid(unit))) {
        parts.push(' ');
        offsets[size++] = gap.at;
      }
      gap = null;
      parts.push(foldUnit(unit, source.charAt(i)));
      offsets[size++] = i;
      last = unit;
    }
  }
  return { text: parts.join(''), offsets: offsets.subarray(0, size) };
}

function hasSpace(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (isSpace(source.charCodeAt(i))) return true;
  return false;
}

/** Source span of the folded range `[start, end)`; the range must not be empty. */
export function sourceSpan(folded: Folded, start: number, end: number): Span {
  const first = folded.offsets[start];
  const last = folded.offsets[end - 1];
  if (first === undefined || last === undefined || end <= start) throw new RangeError('folded range out of bounds');
  return [first, last + 1];
}
