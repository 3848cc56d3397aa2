import type { Answer } from './answer.ts'

/**
 * Answers with a vendor's library for pages, in which constants have these values: addresses of the emulator, as the
 * page may have loaded the library from another one, by a test's `page.route`. It is stored nowhere, because another
 * test's emulator can have the same address.
 */
export function browserLibrary(text: string, constants: Readonly<Record<string, string | number>>): Answer {
  const values = Object.entries(constants).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // A page whose policy isolates it still may load the library.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: `(()=>{const ${values.join(',')};\n${text}\n})();\n`,
  }
}
