import { describe, expect, it } from 'vitest';
import { createSettings } from '../../../renderer/state/settings.ts';

const shelf = (stored: Record<string, string> = {}) => {
  const values = new Map(Object.entries(stored));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};

describe('settings', () => {
  it.each([
    [['zh-TW', 'en'], 'zh-CN'],
    [['fr-FR', 'zh-Hans-CN'], 'zh-CN'],
    [['en-GB', 'zh-CN'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('start in the language of the system: %j', (preferred, language) => {
    expect(createSettings(shelf(), preferred).getState().language).toBe(language);
  });

  it('keep what the person chose over a restart', () => {
    const kept = shelf();
    const first = createSettings(kept, ['en']);
    first.getState().setLanguage('zh-CN');
    first.getState().setTheme('dark');
    expect(createSettings(kept, ['en']).getState()).toMatchObject({ language: 'zh-CN', theme: 'dark' });
  });

  it('ignore what another version stored', () => {
    const store = createSettings(shelf({ language: 'toString', theme: 'sepia' }), ['en']);
    expect(store.getState()).toMatchObject({ language: 'en', theme: 'system' });
  });
});
