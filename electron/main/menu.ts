import { Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';

/** Only roles: Electron binds the keys people expect (copy, paste, zoom, quit) for each system. */
export function setMenu(platform: NodeJS.Platform): void {
  const roles: MenuItemConstructorOptions['role'][] = ['fileMenu', 'editMenu', 'windowMenu'];
  if (platform === 'darwin') roles.unshift('appMenu');
  Menu.setApplicationMenu(Menu.buildFromTemplate(roles.map((role) => (role === undefined ? {} : { role }))));
}
