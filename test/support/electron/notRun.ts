/** What only real Electron can prove. Printed after every run on the stand-in, and never counted as passed. */
export const notRun: readonly string[] = [
  'the sandbox and context isolation of the renderer process',
  'proviso:// as a registered standard scheme: its origin, its policies, its byte ranges',
  'File objects crossing the context bridge, and webUtils.getPathForFile',
  'hosts as utility processes: their ports, their end with the application',
  'permission and device requests as Electron raises them',
  'a second instance handing over to the first',
  'native menus, their keys, and the native file dialog',
];
