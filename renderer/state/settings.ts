import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { en } from '../../shared/locale/en.ts';
import type { Messages } from '../../shared/locale/en.ts';
import { zhCN } from '../../shared/locale/zh-CN.ts';

export const languages: { readonly en: Messages; readonly 'zh-CN': Messages } = { en, 'zh-CN': zhCN };
export type LanguageTag = keyof typeof languages;
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface SettingsState {
  readonly language: LanguageTag;
  readonly theme: Theme;
  readonly setLanguage: (language: LanguageTag) => void;
  readonly setTheme: (theme: Theme) => void;
}

/** The part of `Storage` that settings need. */
export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** `preferred`: the languages of the system, best first. They decide until the person does. */
export function createSettings(shelf: Shelf, preferred: readonly string[]): StoreApi<SettingsState> {
  const storedLanguage = shelf.getItem('language');
  const storedTheme = shelf.getItem('theme');
  const keep = (key: 'language' | 'theme', value: string): void => shelf.setItem(key, value);
  return createStore<SettingsState>((set) => ({
    language: isLanguage(storedLanguage) ? storedLanguage : closest(preferred),
    theme: isTheme(storedTheme) ? storedTheme : 'system',
    setLanguage: (language) => {
      keep('language', language);
      set({ language });
    },
    setTheme: (theme) => {
      keep('theme', theme);
      set({ theme });
    },
  }));
}

export const isLanguage = (tag: string | null): tag is LanguageTag => tag !== null && Object.hasOwn(languages, tag);
export const isTheme = (theme: string | null): theme is Theme => (themes as readonly (string | null)[]).includes(theme);

function closest(preferred: readonly string[]): LanguageTag {
  for (const tag of preferred) {
    const [base] = tag.toLowerCase().split('-');
    if (base === 'zh') return 'zh-CN';
    if (base === 'en') return 'en';
  }
  return 'en';
}
