/**
 * Wraps a part of the stand-in so that an API of Electron it does not have fails by name, at the place that uses it, in place
 * of being `undefined`.
 */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get: (target, key) => {
      // `then` is asked of everything that is awaited; symbols are asked by the language and by consoles.
      if (key in target || typeof key === 'symbol' || key === 'then') {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' && !/^class\b/.test(String(value)) ? value.bind(target) : value;
      }
      throw new Error(`electron.${name}.${key} is not in the stand-in (test/support/electron)`);
    },
    set: (_target, key) => {
      throw new Error(`electron.${name}.${String(key)} cannot be set in the stand-in`);
    },
  });
}

/** Refuses options that the stand-in would otherwise ignore in silence. */
export function onlyKeys(where: string, given: object, known: readonly string[]): void {
  const foreign = Object.keys(given).filter((key) => !known.includes(key));
  if (foreign.length > 0)
    throw new Error(`${where}: ${foreign.join(', ')} not in the stand-in (test/support/electron)`);
}
