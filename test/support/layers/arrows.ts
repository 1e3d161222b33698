/**
 * Which folders a file may import from, longest prefix first. A file may always import from its own folder. Paths are
 * relative to the repository; `npm:` names packages, `node:` stands for every Node module.
 */
export const arrows: readonly { readonly from: string; readonly may: readonly string[] }[] = [
  { from: 'shared/', may: ['npm:zod'] },
  { from: 'electron/engine/layout/', may: ['shared/', 'electron/engine/run.ts'] },
  { from: 'electron/engine/structure/', may: ['shared/', 'electron/engine/run.ts', 'electron/engine/layout/'] },
  {
    from: 'electron/engine/chunk/',
    may: [
      'shared/',
      'electron/engine/run.ts',
      'electron/engine/ports.ts',
      'electron/engine/layout/',
      'electron/engine/structure/',
    ],
  },
  {
    from: 'electron/engine/retrieve/',
    may: [
      'shared/',
      'electron/engine/run.ts',
      'electron/engine/ports.ts',
      'electron/engine/layout/',
      'electron/engine/structure/',
      'electron/engine/chunk/',
      'npm:opencc-js',
    ],
  },
  {
    from: 'electron/engine/answer/',
    may: [
      'shared/',
      'electron/engine/run.ts',
      'electron/engine/ports.ts',
      'electron/engine/layout/',
      'electron/engine/structure/',
      'electron/engine/chunk/',
      'electron/engine/retrieve/',
    ],
  },
  {
    from: 'electron/engine/review/',
    may: [
      'shared/',
      'electron/engine/run.ts',
      'electron/engine/ports.ts',
      'electron/engine/layout/',
      'electron/engine/structure/',
      'electron/engine/chunk/',
      'electron/engine/retrieve/',
      'electron/engine/answer/',
    ],
  },
  { from: 'electron/engine/', may: ['shared/', 'electron/engine/'] },
  {
    from: 'electron/readers/',
    may: ['shared/', 'electron/engine/', 'node:', 'npm:pdfjs-dist', 'npm:mammoth', 'npm:saxes', 'npm:fflate'],
  },
  {
    from: 'electron/models/',
    may: [
      'shared/',
      'electron/resources.ts',
      'electron/engine/',
      'node:',
      'npm:@huggingface/',
      'npm:onnxruntime-node',
      'npm:node-llama-cpp',
    ],
  },
  {
    from: 'electron/store/',
    may: ['shared/', 'electron/resources.ts', 'electron/engine/', 'node:', 'npm:@electric-sql/'],
  },
  { from: 'electron/jobs/', may: ['shared/', 'electron/engine/', 'electron/store/', 'node:'] },
  { from: 'electron/resources.ts', may: ['node:'] },
  { from: 'electron/dispatch.ts', may: ['shared/'] },
  {
    from: 'electron/app.ts',
    may: [
      'shared/',
      'electron/resources.ts',
      'electron/engine/',
      'electron/store/',
      'electron/jobs/',
      'electron/dispatch.ts',
      'node:',
    ],
  },
  {
    from: 'electron/hosts/',
    may: [
      'shared/',
      'electron/resources.ts',
      'electron/engine/',
      'electron/readers/',
      'electron/models/',
      'electron/app.ts',
      'node:',
    ],
  },
  {
    from: 'electron/main/',
    // The type of what the app is configured with; the app itself runs in the index host.
    may: [
      'shared/',
      'electron/app.ts',
      'electron/resources.ts',
      'electron/hosts/',
      'electron/models/',
      'node:',
      'npm:electron',
    ],
  },
  { from: 'electron/preload/', may: ['shared/', 'npm:electron'] },
  {
    from: 'electron/cli/',
    may: [
      'package.json',
      'shared/',
      'electron/resources.ts',
      'electron/engine/',
      'electron/hosts/',
      'electron/models/',
      'electron/readers/',
      'node:',
    ],
  },
  {
    from: 'renderer/',
    may: ['shared/', 'renderer/', 'npm:react', 'npm:react-dom', 'npm:zustand', 'npm:pdfjs-dist', 'npm:zod'],
  },
];
