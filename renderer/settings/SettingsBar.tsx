import { useMessages, useSettings } from '../state/context.ts';
import { isLanguage, isTheme, languages, themes } from '../state/settings.ts';

export function SettingsBar() {
  const { settings, app } = useMessages();
  const language = useSettings((state) => state.language);
  const theme = useSettings((state) => state.theme);
  const setLanguage = useSettings((state) => state.setLanguage);
  const setTheme = useSettings((state) => state.setTheme);
  return (
    <footer className="settings-bar">
      <select
        aria-label={settings.language}
        title={settings.language}
        value={language}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
      >
        {Object.entries(languages).map(([tag, messages]) => (
          <option key={tag} value={tag} lang={tag}>
            {messages.language}
          </option>
        ))}
      </select>
      <select
        aria-label={settings.theme}
        title={settings.theme}
        value={theme}
        onChange={({ currentTarget: { value } }) => isTheme(value) && setTheme(value)}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {settings.themes[name]}
          </option>
        ))}
      </select>
      <p className="quiet">{app.offline}</p>
    </footer>
  );
}
