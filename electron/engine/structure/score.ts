/**
 * Scores of the numbering grammar. The parse with the highest sum wins; a candidate that is not taken scores 0, so an
 * accepted one must earn its place by where it stands and by how well it continues the count.
 */
export const score = {
  /** By place. */
  auto: 5,
  block: 2,
  line: 0.7,
  gap: 0.5,
  stop: 0.1,
  inline: 0,
  /** The next number after its sibling. */
  next: 1.5,
  /** A list that begins at its first number. */
  open: 0.3,
  /** The same inside a sentence: it must go on to be believed. */
  openInline: -1.3,
  /** 1.1 below 1, 12.1 below 第十二条. */
  openChild: 1.1,
  /** A list that begins in the middle. */
  openMiddle: -2.6,
  /** Goes on where it stopped above the border of a chapter. */
  resume: 1.3,
  /** Per missing number, and the most it can cost. */
  gapFirst: -1.1,
  gapMore: -0.35,
  gapMost: -3.6,
  slip: -1.2,
  same: -2.4,
  back: -4.5,
  /** A list of the same family under the same parent begins anew. */
  restartLeadIn: -0.2,
  restartFresh: -0.8,
  restart: -2.6,
  restartTop: -3.2,
  /** Same family inside itself. */
  nestSame: -1.6,
  nestOtherMark: -0.3,
  otherMark: -0.8,
  /** A family above its usual place. */
  rankInverted: -1.2,
  letterBelow: -0.3,
  tiaoInItem: -3.5,
  prefixWrong: -2.2,
  prefixSkips: -0.5,
  popOpen: -0.35,
  inlineJoinsBlock: -0.9,
  inlineOtherBlock: -1.2,
  listSame: 0.8,
  listOther: -0.8,
  /** Numbers of recitals that go on behind the words that close them. */
  pastBarrier: -2,
  /** A list inside an item although a heading parts them. */
  itemOverHeading: -2.5,
  bareMiddle: -2.5,
  bareNested: -1.5,
  leaveRecitals: -0.4,
  soft: -2.5,
  skipAuto: -6,
  scope: -0.5,
  scopeInAnnex: 0.05,
  annex: 0.4,
  annexNext: 1.5,
  annexFirst: 0.6,
  annexSame: -3,
  annexBack: -1.6,
} as const;
