/** English function words: they say nothing about a clause. Negation and modal words stay, since contracts turn on them. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be because been being both but by can could did do does doing ' +
    'each for from further had has have having he her here hers him his how i if in into is it its itself just let me ' +
    'more most my of on once or other our ours out over own same she should so some such than that the their theirs them ' +
    'then there these they this those through to too up us very was we were what when where which while who whom whose ' +
    'why will with would you your yours s t re ve ll d m'
  ).split(' '),
);
