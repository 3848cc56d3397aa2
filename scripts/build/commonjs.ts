import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'

// Writes the CommonJS build: each file of the module build as CommonJS beside it. A second bundle would have copies of
// all classes, and one copy does not recognize the errors that another throws. (tsup's CommonJS with `splitting` takes
// five seconds more, and its converter breaks classes with fields.)

/** A dynamic import of a file that is known at build time, and not of a module of the user. */
const AWAITED = /\bimport\(("[^"]+")\)/g

/** Converts the exports of a CommonJS module to what an import gives: the exports, and all of them as the default. */
const NAMESPACE = '(all) => "default" in all ? all : { ...all, default: all }'

/** A relative import of a module, as esbuild writes it for CommonJS. */
const REQUIRED = /require\("(\.{1,2}\/[^"]+)\.js"\)/g

/** Writes the CommonJS of these built files, named without their extension, and of all that they load. */
export async function writeCommonJs(files: readonly string[]): Promise<void> {
  const written = new Set<string>()
  const write = async (file: string): Promise<void> => {
    if (written.has(file)) return
    written.add(file)
    const { code } = await transform(await readFile(`${file}.js`, 'utf8'), {
      format: 'cjs',
      target: 'node20',
      platform: 'node',
      minifyWhitespace: true,
      lineLimit: 160,
      // A CommonJS file has no import.meta; the code that reads it looks for __dirname or require first.
      logOverride: { 'empty-import-meta': 'silent' },
    })
    // A runner that gives tests a `require` of its own gives them no `import()`.
    const required = code.replaceAll(AWAITED, `Promise.resolve().then(() => (${NAMESPACE})(require($1)))`)
    await writeFile(`${file}.cjs`, required.replaceAll(REQUIRED, 'require("$1.cjs")'))
    await Promise.all([...required.matchAll(REQUIRED)].map(([, path = '']) => write(join(dirname(file), path))))
  }
  await Promise.all(files.map(write))
}
