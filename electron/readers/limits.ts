/** What a file may cost, checked before and while it is read. Bytes unless the name says otherwise. */
export const largestPdf = 1024 ** 3;
export const largestFile = 100 * 1024 ** 2;
export const mostZipEntries = 5_000;
/** Over all parts that are unpacked of one package, as declared and as it comes out. */
export const largestUnpacked = 300 * 1024 ** 2;
/** Elements inside elements in one XML part; Word itself stays below 100. */
export const deepestXml = 256;
export const mostXmlElements = 6_000_000;
/** UTF-16 units of one document's text. */
export const longestText = 64 * 1024 ** 2;
export const mostParagraphs = 500_000;
