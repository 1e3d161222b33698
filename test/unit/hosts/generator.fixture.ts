import { AppError } from '../../../shared/error.ts';
import { serveHost } from '../../../electron/hosts/host.ts';
import type { GeneratorMethods } from '../../../electron/hosts/protocol.ts';

/** Says back the prompt, one word at a time. */
serveHost<GeneratorMethods>({
  start: () => null,
  'generator.load': ({ path }) => {
    if (path === 'missing') throw new AppError('MODEL_NOT_FOUND', 'missing');
    return { name: path, window: 100 };
  },
  'generator.count': ({ text }) => text.split(' ').length,
  'generator.generate': ({ request }, run) => {
    if (request.prompt === 'crash') process.exit(9);
    for (const word of request.prompt.split(' ')) run.emit(word);
    return request.prompt;
  },
});
