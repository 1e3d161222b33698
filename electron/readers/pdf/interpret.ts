import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { GlyphRun, HiddenReason, Rule } from '../../engine/layout/paged/runs.ts';
import { glyphText } from './glyphText.ts';

/** The parts of a pdf.js font that the interpreter needs. */
export interface InterpretedFont {
  readonly index: number;
  readonly vertical: boolean;
  /** Text space units per glyph space unit. */
  readonly unit: number;
}

export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

export interface InterpretOptions {
  /** From PDF user space to points with the origin at the top left of the page as shown. */
  readonly viewport: readonly number[];
  readonly width: number;
  readonly height: number;
  font(id: string): InterpretedFont;
  layerVisible(group: unknown): boolean;
  /** Level of the heading that marked content of this id belongs to. */
  heading(id: number): number | null;
}

type Matrix = readonly [number, number, number, number, number, number];
/** x0, y0, x1, y1 in page points. */
type Rect = readonly [number, number, number, number];

interface State {
  ctm: Matrix;
  clip: Rect;
  font: InterpretedFont | null;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  mode: number;
  /** 0xRRGGBB; -1 for patterns, which nothing is compared with. */
  fill: number;
  stroke: number;
  fillAlpha: number;
  strokeAlpha: number;
  blended: boolean;
}

/** What the innermost marked content says of the glyphs inside. */
interface Content {
  readonly heading: number | null;
  readonly artifact: boolean;
}

const plainContent: Content = { heading: null, artifact: false };

interface Fill {
  readonly box: Rect;
  readonly colour: number;
  /** Number of runs drawn before it. */
  readonly after: number;
}

type MutableRun = { -readonly [K in keyof GlyphRun]: GlyphRun[K] };

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  readonly vmetric: readonly number[] | null | undefined;
}

/** A gap this wide (in em) between glyphs ends a run. Kerning stays below, the narrowest word space above. */
const runGap = 0.15;
/** A word that the edge of the page cuts is seen if this share of it is. */
const seenPart = 0.3;
/** Runs smaller than this are not meant to be read, in points. */
const tinySize = 2;
/** Colours whose channels differ by less cannot be told apart on paper, of 255. */
const sameColour = 20;
/** Filled boxes thinner than this are lines. */
const ruleThickness = 2.6;
const maxRules = 20_000;
const maxFills = 5_000;

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

function boundsOf(m: Matrix, x0: number, y0: number, x1: number, y1: number): Rect {
  const xs = [m[0] * x0 + m[2] * y0, m[0] * x1 + m[2] * y0, m[0] * x0 + m[2] * y1, m[0] * x1 + m[2] * y1];
  const ys = [m[1] * x0 + m[3] * y0, m[1] * x1 + m[3] * y0, m[1] * x0 + m[3] * y1, m[1] * x1 + m[3] * y1];
  return [Math.min(...xs) + m[4], Math.min(...ys) + m[5], Math.max(...xs) + m[4], Math.max(...ys) + m[5]];
}

const intersect = (a: Rect, b: Rect): Rect => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

const matrixOf = (value: unknown): Matrix | null => {
  const m = value as ArrayLike<number> | null | undefined;
  return m && m.length >= 6 ? [m[0]!, m[1]!, m[2]!, m[3]!, m[4]!, m[5]!] : null;
};

function colourOf(value: unknown): number {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : -1;
}

function alike(a: number, b: number): boolean {
  if (a < 0 || b < 0) return false;
  return (
    Math.abs((a >> 16) - (b >> 16)) < sameColour &&
    Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) < sameColour &&
    Math.abs((a & 255) - (b & 255)) < sameColour
  );
}

/**
 * Follows the text and path operators of one page (PDF 32000-1, 8.4 and 9.4) and gives its glyph runs and thin lines.
 * `OperatorList` is pdf.js's: colours are resolved, forms are inlined, strings are glyphs.
 */
export class PageInterpreter {
  readonly runs: MutableRun[] = [];
  readonly rules: Rule[] = [];
  /** Number of filled or stroked paths. */
  paths = 0;
  /** Area of the pictures, in square points; `maxImageSize` keeps them from being decoded. */
  pictureArea = 0;
  private readonly options: InterpretOptions;
  private readonly page: Rect;
  private readonly fills: Fill[] = [];
  private readonly layers: boolean[] = [];
  private readonly contents: Content[] = [];
  private readonly stack: { readonly state: State; readonly painted: number }[] = [];
  /** Counts what was painted, to find the places where pictures were left out. */
  private painted = 0;
  private state: State;
  private textMatrix: Matrix = [1, 0, 0, 1, 0, 0];
  private x = 0;
  private y = 0;
  private lineX = 0;
  private lineY = 0;
  private clipNext = false;
  private spaced = false;
  /** Start of the last glyphs that were joined to the last run, to tell a second copy of them. */
  private lastPiece = { text: '', x: 0, y: 0 };

  constructor(options: InterpretOptions) {
    this.options = options;
    this.page = [0, 0, options.width, options.height];
    this.state = this.initialState();
  }

  private initialState(): State {
    return {
      ctm: matrixOf(this.options.viewport) ?? [1, 0, 0, 1, 0, 0],
      clip: this.page,
      font: null,
      fontSize: 0,
      charSpacing: 0,
      wordSpacing: 0,
      horizontalScale: 1,
      leading: 0,
      rise: 0,
      mode: 0,
      fill: 0,
      stroke: 0,
      fillAlpha: 1,
      strokeAlpha: 1,
      blended: false,
    };
  }

  run(list: OperatorList): void {
    const { fnArray, argsArray } = list;
    for (let i = 0; i < fnArray.length; i++) this.operator(fnArray[i]!, (argsArray[i] ?? []) as ArrayLike<unknown>);
    this.markCovered();
  }

  private operator(operator: number, args: ArrayLike<unknown>): void {
    const state = this.state;
    switch (operator) {
      case OPS.showText:
        this.showText(args[0] as ArrayLike<Glyph | number>);
        break;
      case OPS.setTextMatrix: {
        const matrix = matrixOf(args[0]) ?? matrixOf(args);
        if (matrix) this.textMatrix = matrix;
        this.x = this.y = this.lineX = this.lineY = 0;
        break;
      }
      case OPS.moveText:
        this.move(Number(args[0]), Number(args[1]));
        break;
      case OPS.setLeadingMoveText:
        state.leading = Number(args[1]);
        this.move(Number(args[0]), Number(args[1]));
        break;
      case OPS.nextLine:
        this.move(0, state.leading);
        break;
      case OPS.setLeading:
        state.leading = -Number(args[0]);
        break;
      case OPS.setFont:
        this.setFont(args[0], args[1]);
        break;
      case OPS.setCharSpacing:
        state.charSpacing = Number(args[0]);
        break;
      case OPS.setWordSpacing:
        state.wordSpacing = Number(args[0]);
        break;
      case OPS.setHScale:
        state.horizontalScale = Number(args[0]) / 100;
        break;
      case OPS.setTextRise:
        state.rise = Number(args[0]);
        break;
      case OPS.setTextRenderingMode:
        state.mode = Number(args[0]);
        break;
      case OPS.beginText:
        this.textMatrix = [1, 0, 0, 1, 0, 0];
        this.x = this.y = this.lineX = this.lineY = 0;
        break;
      case OPS.setFillRGBColor:
        state.fill = colourOf(args[0]);
        break;
      case OPS.setStrokeRGBColor:
        state.stroke = colourOf(args[0]);
        break;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        state.fill = -1;
        break;
      case OPS.setStrokeColorN:
      case OPS.setStrokeTransparent:
        state.stroke = -1;
        break;
      case OPS.setGState:
        this.graphicsState(args[0]);
        break;
      case OPS.save:
        this.save();
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
        this.restore();
        break;
      case OPS.transform: {
        const matrix = matrixOf(args);
        if (matrix) state.ctm = multiply(state.ctm, matrix);
        break;
      }
      case OPS.paintFormXObjectBegin:
        this.save();
        this.enter(args[0], args[1]);
        break;
      case OPS.beginGroup: {
        this.save();
        const group = args[0] as { matrix?: unknown; bbox?: unknown };
        this.enter(group.matrix, group.bbox);
        // The canvas applies a group's matrix for its bounds only; the form inside brings it again.
        this.state.ctm = state.ctm;
        break;
      }
      case OPS.beginAnnotation:
        this.beginAnnotation(args);
        break;
      case OPS.endAnnotation:
        this.stack.length = 0;
        this.state = this.initialState();
        break;
      case OPS.beginMarkedContent:
        this.beginContent(true, args[0], null);
        break;
      case OPS.beginMarkedContentProps:
        if (args[0] === 'OC') this.beginContent(this.options.layerVisible(args[1]), 'OC', null);
        else this.beginContent(true, args[0], args[1]);
        break;
      case OPS.endMarkedContent:
        this.layers.pop();
        this.contents.pop();
        break;
      case OPS.clip:
      case OPS.eoClip:
        this.clipNext = true;
        break;
      case OPS.constructPath:
        this.path(Number(args[0]), args[1], args[2] as ArrayLike<number> | null);
        break;
      default:
    }
  }

  private beginContent(visible: boolean, tag: unknown, id: unknown): void {
    const name = typeof tag === 'string' ? tag : (tag as { name?: unknown } | null)?.name;
    const outer = this.contents.at(-1) ?? plainContent;
    const heading = typeof id === 'number' ? this.options.heading(id) : outer.heading;
    this.layers.push(visible);
    this.contents.push({ heading, artifact: outer.artifact || name === 'Artifact' });
  }

  private save(): void {
    this.stack.push({ state: this.state, painted: this.painted });
    this.state = { ...this.state };
  }

  private restore(): void {
    const saved = this.stack.pop();
    if (!saved) return;
    if (saved.painted === this.painted && saved.state.ctm !== this.state.ctm) this.leftOutPicture(this.state);
    this.state = saved.state;
  }

  /** A new matrix under which nothing was painted: the unit square of a picture (PDF 32000-1, 8.9.5.1). */
  private leftOutPicture(state: State): void {
    const box = intersect(boundsOf(state.ctm, 0, 0, 1, 1), state.clip);
    const area = (box[2] - box[0]) * (box[3] - box[1]);
    if (!(box[2] - box[0] > 4 && box[3] - box[1] > 4)) return;
    this.painted++;
    this.pictureArea += area;
    // What lies behind text on a picture is not known.
    if (this.fills.length < maxFills) this.fills.push({ box, colour: -1, after: 0 });
  }

  private enter(matrix: unknown, bbox: unknown): void {
    const m = matrixOf(matrix);
    if (m) this.state.ctm = multiply(this.state.ctm, m);
    const box = bbox as ArrayLike<number> | null | undefined;
    if (box && box.length >= 4) {
      this.state.clip = intersect(this.state.clip, boundsOf(this.state.ctm, box[0]!, box[1]!, box[2]!, box[3]!));
    }
  }

  private beginAnnotation(args: ArrayLike<unknown>): void {
    this.stack.length = 0;
    this.state = this.initialState();
    const rect = args[1] as ArrayLike<number> | null;
    if (rect && rect.length >= 4) {
      this.state.clip = intersect(this.page, boundsOf(this.state.ctm, rect[0]!, rect[1]!, rect[2]!, rect[3]!));
    }
    this.enter(args[2], null);
    this.enter(args[3], null);
  }

  private graphicsState(entries: unknown): void {
    for (const [key, value] of entries as Iterable<[string, unknown]>) {
      if (key === 'ca') this.state.fillAlpha = Number(value);
      else if (key === 'CA') this.state.strokeAlpha = Number(value);
      else if (key === 'BM') this.state.blended = value !== 'source-over' && value !== 'Normal';
      else if (key === 'Font') this.setFont((value as unknown[])[0], (value as unknown[])[1]);
    }
  }

  private setFont(id: unknown, size: unknown): void {
    this.state.font = this.options.font(String(id));
    this.state.fontSize = Number(size);
  }

  private move(dx: number, dy: number): void {
    this.x = this.lineX += dx;
    this.y = this.lineY += dy;
  }

  private showText(glyphs: ArrayLike<Glyph | number>): void {
    const state = this.state;
    const font = state.font;
    this.painted++;
    if (font === null || state.fontSize === 0) return;
    const m = multiply(state.ctm, this.textMatrix);
    const size = Math.abs(state.fontSize);
    const side = state.fontSize < 0 ? -1 : 1;
    const scale = state.horizontalScale * side;
    const unit = size * font.unit;
    const { vertical } = font;
    // Unit step of the pen in page points.
    const stepX = vertical ? -m[2] : m[0] * scale;
    const stepY = vertical ? -m[3] : m[1] * scale;
    const step = Math.hypot(stepX, stepY);
    if (!(step > 0)) return;
    // Height of the em across the direction of writing.
    const em = vertical
      ? size * Math.hypot(m[0], m[1])
      : (size * Math.abs(m[0] * m[3] - m[1] * m[2])) / Math.hypot(m[0], m[1]);
    const angle = ((Math.round((Math.atan2(stepY, stepX) * 180) / Math.PI) % 360) + 360) % 360;
    const originX = m[0] * this.x + m[2] * (this.y + state.rise) + m[4];
    const originY = m[1] * this.x + m[3] * (this.y + state.rise) + m[5];
    const gapLimit = (runGap * em) / step;

    let pen = 0;
    let text = '';
    let start = 0;
    let end = 0;
    let first = true;
    const flush = (): void => {
      if (text === '') return;
      this.add(text, originX + start * stepX, originY + start * stepY, (end - start) * step, em, angle, font, first);
      first = false;
      text = '';
    };
    for (let i = 0; i < glyphs.length; i++) {
      const glyph = glyphs[i]!;
      if (typeof glyph === 'number') {
        pen -= ((vertical ? -1 : 1) * glyph * size) / 1000;
        continue;
      }
      const spacing = (glyph.isSpace ? state.wordSpacing : 0) + state.charSpacing;
      let advance: number;
      if (vertical) advance = -(glyph.vmetric?.[0] ?? -1000) * unit;
      else advance = glyph.width * unit;
      const char = glyphText(glyph.unicode);
      if (char === ' ') {
        flush();
        this.spaced = true;
        first = false;
      } else if (char !== '') {
        if (text !== '' && (pen - end - state.charSpacing * side > gapLimit || pen < start - gapLimit)) flush();
        if (text === '') start = pen;
        text += char;
        end = pen + advance;
      }
      pen += advance + (vertical ? -spacing * side : spacing * side);
    }
    flush();
    if (vertical) this.y -= pen;
    else this.x += pen * scale;
  }

  private add(
    text: string,
    x: number,
    y: number,
    width: number,
    size: number,
    angle: number,
    font: InterpretedFont,
    mayJoin: boolean,
  ): void {
    const { state } = this;
    const spaced = this.spaced;
    this.spaced = false;
    const radians = (angle * Math.PI) / 180;
    const cos = Math.cos(radians);
    const sin = Math.sin(radians);
    if (font.vertical) {
      // The origin of vertical writing is the middle of the column; a baseline is what the layout expects.
      x += 0.3 * size * sin;
      y -= 0.3 * size * cos;
    }
    const heavy = state.mode === 2 || state.mode === 6;
    const hidden = this.hiddenReason(
      x + cos * width * seenPart + sin * size * 0.3,
      y + sin * width * seenPart - cos * size * 0.3,
      size,
    );
    const last = this.runs.at(-1);
    const { heading, artifact } = this.contents.at(-1) ?? plainContent;
    const same =
      last &&
      last.angle === angle &&
      Math.abs(last.size - size) < 0.02 * size &&
      last.hidden === hidden &&
      last.heading === heading &&
      last.artifact === artifact;
    const marks = { heavy, spaced, hidden, heading, artifact };
    if (mayJoin && same && !spaced) {
      const piece = this.lastPiece;
      if (piece.text === text && Math.abs(piece.x - x) < 0.12 * size && Math.abs(piece.y - y) < 0.12 * size) {
        const copy = { text, x, y, width, size, angle, font: font.index, overprint: true, ...marks };
        // Kept before the run that goes on, so that its next glyphs still find it last.
        this.runs.splice(-1, 0, copy);
        last.heavy = true;
        return;
      }
      const dx = x - last.x;
      const dy = y - last.y;
      const along = dx * cos + dy * sin - last.width;
      const across = dy * cos - dx * sin;
      if (
        last.font === font.index &&
        !last.overprint &&
        Math.abs(across) < 0.06 * size &&
        along < runGap * size &&
        along > -0.25 * size
      ) {
        last.text += text;
        last.width += along + width;
        this.lastPiece = { text, x, y };
        return;
      }
    }
    this.lastPiece = { text, x, y };
    this.runs.push({ text, x, y, width, size, angle, font: font.index, overprint: false, ...marks });
  }

  private hiddenReason(x: number, y: number, size: number): HiddenReason | null {
    const { state, page } = this;
    if (this.layers.includes(false)) return 'layer';
    const filled = state.mode === 0 || state.mode === 2 || state.mode === 4 || state.mode === 6;
    const stroked = state.mode === 1 || state.mode === 2 || state.mode === 5 || state.mode === 6;
    const seen = (filled && state.fillAlpha > 0.02) || (stroked && state.strokeAlpha > 0.02);
    if (!seen) return 'invisible';
    if (x < page[0] || x > page[2] || y < page[1] || y > page[3]) return 'off-page';
    const { clip } = state;
    if (x < clip[0] - 1 || x > clip[2] + 1 || y < clip[1] - 1 || y > clip[3] + 1) return 'off-page';
    if (size < tinySize) return 'tiny';
    const colour = filled ? state.fill : state.stroke;
    return alike(colour, this.backgroundAt(x, y)) ? 'colour' : null;
  }

  private backgroundAt(x: number, y: number): number {
    for (let i = this.fills.length - 1; i >= 0; i--) {
      const { box, colour } = this.fills[i]!;
      if (x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]) return colour;
    }
    return 0xffffff;
  }

  /** Runs under a box that was filled after them, such as a black redaction bar. */
  private markCovered(): void {
    for (const { box, after } of this.fills) {
      if (after === 0) continue;
      for (let i = 0; i < after; i++) {
        const run = this.runs[i]!;
        if (run.y < box[1] || run.y > box[3] + run.size || run.hidden !== null) continue;
        const radians = (run.angle * Math.PI) / 180;
        const endX = run.x + run.width * Math.cos(radians);
        const endY = run.y + run.width * Math.sin(radians);
        const middleX = (run.x + endX) / 2 + 0.3 * run.size * Math.sin(radians);
        const middleY = (run.y + endY) / 2 - 0.3 * run.size * Math.cos(radians);
        const slack = 0.15 * run.size;
        if (
          Math.min(run.x, endX) >= box[0] - slack &&
          Math.max(run.x, endX) <= box[2] + slack &&
          middleX >= box[0] &&
          middleX <= box[2] &&
          middleY - 0.3 * run.size >= box[1] &&
          middleY + 0.3 * run.size <= box[3]
        ) {
          run.hidden = 'covered';
        }
      }
    }
  }

  private path(paint: number, data: unknown, minMax: ArrayLike<number> | null): void {
    const clips = this.clipNext;
    this.clipNext = false;
    if (!minMax || minMax.length < 4) return;
    const { state } = this;
    const box = boundsOf(state.ctm, minMax[0]!, minMax[1]!, minMax[2]!, minMax[3]!);
    if (clips) state.clip = intersect(state.clip, box);
    if (paint === OPS.endPath || this.layers.includes(false)) return;
    this.painted++;
    this.paths++;
    const fills = paint !== OPS.stroke && paint !== OPS.closeStroke;
    const points = (data as readonly (ArrayLike<number> | null)[] | null)?.[0];
    if (fills && state.fillAlpha > 0.5) this.fillPath(box, points);
    if (!fills || paint === OPS.fillStroke || paint === OPS.closeFillStroke || paint === OPS.eoFillStroke) {
      if (points && state.strokeAlpha > 0.1) this.strokePath(points);
    }
  }

  private fillPath(box: Rect, points: ArrayLike<number> | null | undefined): void {
    const shown = intersect(box, this.state.clip);
    const width = shown[2] - shown[0];
    const height = shown[3] - shown[1];
    if (!(width > -0.01 && height > -0.01)) return;
    if (height <= ruleThickness && width > 2 * height) {
      const y = (shown[1] + shown[3]) / 2;
      this.addRule(shown[0], y, shown[2], y);
    } else if (width <= ruleThickness && height > 2 * width) {
      const x = (shown[0] + shown[2]) / 2;
      this.addRule(x, shown[1], x, shown[3]);
    } else if (!this.state.blended && this.fills.length < maxFills && isRectangle(points)) {
      this.fills.push({ box: shown, colour: this.state.fill, after: this.runs.length });
    }
  }

  private strokePath(points: ArrayLike<number>): void {
    if (points.length > 4_000) return;
    const m = this.state.ctm;
    let x = 0;
    let y = 0;
    let startX = 0;
    let startY = 0;
    const line = (nextX: number, nextY: number): void => {
      const x0 = m[0] * x + m[2] * y + m[4];
      const y0 = m[1] * x + m[3] * y + m[5];
      const x1 = m[0] * nextX + m[2] * nextY + m[4];
      const y1 = m[1] * nextX + m[3] * nextY + m[5];
      if (Math.abs(y1 - y0) < 0.6) this.addRule(Math.min(x0, x1), (y0 + y1) / 2, Math.max(x0, x1), (y0 + y1) / 2);
      else if (Math.abs(x1 - x0) < 0.6) this.addRule((x0 + x1) / 2, Math.min(y0, y1), (x0 + x1) / 2, Math.max(y0, y1));
      x = nextX;
      y = nextY;
    };
    for (let i = 0; i < points.length;) {
      const draw = points[i];
      if (draw === 0) {
        x = startX = points[i + 1]!;
        y = startY = points[i + 2]!;
        i += 3;
      } else if (draw === 1) {
        line(points[i + 1]!, points[i + 2]!);
        i += 3;
      } else if (draw === 2) {
        x = points[i + 5]!;
        y = points[i + 6]!;
        i += 7;
      } else if (draw === 3) {
        x = points[i + 3]!;
        y = points[i + 4]!;
        i += 5;
      } else {
        line(startX, startY);
        i += 1;
      }
    }
  }

  private addRule(x0: number, y0: number, x1: number, y1: number): void {
    const { clip } = this.state;
    if (x1 - x0 + (y1 - y0) < 3 || this.rules.length >= maxRules) return;
    if (x1 < clip[0] - 1 || x0 > clip[2] + 1 || y1 < clip[1] - 1 || y0 > clip[3] + 1) return;
    this.rules.push({
      x0: x0 === x1 ? x0 : Math.max(x0, clip[0]),
      y0: y0 === y1 ? y0 : Math.max(y0, clip[1]),
      x1: x0 === x1 ? x1 : Math.min(x1, clip[2]),
      y1: y0 === y1 ? y1 : Math.min(y1, clip[3]),
    });
  }
}

/** Straight, axis-parallel in the path's own space, one closed shape. */
function isRectangle(points: ArrayLike<number> | null | undefined): boolean {
  if (!points || points.length > 24) return false;
  let x = 0;
  let y = 0;
  let moves = 0;
  for (let i = 0; i < points.length;) {
    const draw = points[i];
    if (draw === 4) {
      i += 1;
      continue;
    }
    if (draw !== 0 && draw !== 1) return false;
    const nextX = points[i + 1]!;
    const nextY = points[i + 2]!;
    if (draw === 0) moves++;
    else if (Math.abs(nextX - x) > 0.01 && Math.abs(nextY - y) > 0.01) return false;
    x = nextX;
    y = nextY;
    i += 3;
  }
  return moves === 1;
}
