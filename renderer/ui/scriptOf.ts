/** Language tag of a stretch of contract text, so that Chinese gets Chinese glyphs and line breaks in either interface. */
export const scriptOf = (text: string): 'zh' | 'en' => (/\p{Script=Han}/u.test(text) ? 'zh' : 'en');
