import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { transform } from 'esbuild'

// Writes the code of the package as CommonJS, once for modules and for CommonJS: each file of the module build becomes
// CommonJS beside it, and the modules that users import take their exports from there. Two copies of the code would be
// twice as large, and one copy would not recognize the errors that the other throws. (tsup's CommonJS with `splitting`
// takes five seconds more, and its converter breaks classes with fields.)
//
// A file takes what another exports once, when it loads. In esbuild's CommonJS each use of such a name calls two
// getters, which are made for each export when a process starts.

/** A dynamic import of a file that is known at build time, and not of a module of the user, or of Vitest's modules. */
const AWAITED = /\bimport\(("(?!vitest")[^"]+")\)/g

/** Converts the exports of a CommonJS module to what an import gives: the exports, and all of them as the default. */
const NAMESPACE = '(all) => "default" in all ? all : { ...all, default: all }'

/** A relative import of a module, as CommonJS. */
const REQUIRED = /require\("(\.{1,2}\/[^"]+)\.js"\)/g

/** An import or export of names: `{a as b}`, with what stands before and after. */
const NAMES = /^[^{]*\{([^}]*)\}/

/** The `require` that a bundled package makes for itself; a CommonJS file has no `import.meta`. */
const OWN_REQUIRE = /\b(createRequire\d*\()\s*import\s*\.meta\s*\.\s*url\s*\)/g

/** A relative import of a module by a module: the names, if any, and the path. */
const IMPORTED = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"(\.{1,2}\/[^"]+)\.js";?/g

/** A package that is loaded when a function first needs it, with a `require` that the function makes. */
const REQUIRED_LATER = /\bcreateRequire\d*\([^()]*\)\("([a-z\d]+)"\)/g

/**
 * Writes the CommonJS of these built files, named without their extension, and of all that they load. `packages` is the
 * folder of the bundled packages that a function requires.
 */
export async function writeCommonJs(files: readonly string[], packages: string): Promise<void> {
  await init
  const requires = new Map<string, readonly string[]>()
  const write = async (file: string): Promise<void> => {
    if (requires.has(file)) return
    requires.set(file, [])
    const source = (await readFile(`${file}.js`, 'utf8')).replaceAll(OWN_REQUIRE, '$1__filename)')
    const { body, loaded, exported } = withoutModules(source)
    requires.set(
      file,
      loaded.map((path) => join(dirname(file), path.slice(0, -'.js'.length))),
    )
    const { code } = await transform(body, {
      format: 'cjs',
      target: 'node20',
      platform: 'node',
      // A CommonJS file has no import.meta; the code that reads it looks for __dirname or require first.
      logOverride: { 'empty-import-meta': 'silent' },
    })
    // A runner that gives tests a `require` of its own gives them no `import()`.
    const required = code
      .replaceAll(AWAITED, `Promise.resolve().then(() => (${NAMESPACE})(require($1)))`)
      .replaceAll(REQUIRED_LATER, (_, name: string) => `require("${relative(dirname(file), join(packages, name))}.js")`)
    await writeFile(`${file}.cjs`, (await shortened(required.replaceAll(REQUIRED, 'require("$1.cjs")'))) + exported)
    await Promise.all([...required.matchAll(REQUIRED)].map(([, path = '']) => write(join(dirname(file), path))))
  }
  await Promise.all(files.map(write))
  refuseCycles(requires)
  const chunks = [...requires.keys()].filter((file) => !files.includes(file))
  await Promise.all(chunks.map((file) => rm(`${file}.js`)))
}

/** A built module, with `require` in place of the imports of other built files, and without its exports. */
interface Converted {
  readonly body: string
  /** The paths that it loads at once, as the module has them. */
  readonly loaded: readonly string[]
  /** The line that exports, to be added at the end. */
  readonly exported: string
}

function withoutModules(source: string): Converted {
  const [imports, exports] = parse(source)
  const loaded: string[] = []
  const pieces: string[] = []
  let at = 0
  for (const { n: path, d: kind, ss: start, se: end } of imports) {
    if (kind !== STATIC || path?.startsWith('.') !== true) continue
    const [, names] = NAMES.exec(source.slice(start, end)) ?? []
    const load = `require(${JSON.stringify(path)})`
    pieces.push(source.slice(at, start), names === undefined ? load : `var{${destructured(names)}}=${load}`)
    loaded.push(path)
    at = end
  }
  // esbuild writes one statement for all that a file exports, as its last.
  const end = exports[0]?.ss ?? source.length
  const [all = '', names = ''] = NAMES.exec(source.slice(end)) ?? []
  pieces.push(source.slice(at, end), source.slice(end + all.length))
  const members = names === '' ? '' : `,{${exportedMembers(names)}}`
  const exported = `Object.assign(Object.defineProperty(exports,"__esModule",{value:true})${members});\n`
  return { body: pieces.join(''), loaded, exported }
}

/** The kind of an import that is a statement. */
const STATIC = -1

/** Returns the names of an import as those that are taken out of an object: `a as b,c` is `a:b,c`. */
function destructured(names: string): string {
  return names.replaceAll(/\s+as\s+/g, ':')
}

/** Returns the names of an export as the members of an object: `a as b,c` is `b:a,c`. */
function exportedMembers(names: string): string {
  return names.replaceAll(/([\w$]+)\s+as\s+([\w$]+)/g, '$2:$1').replaceAll(/\s+/g, '')
}

/** @throws an error when files require each other: one of them would take names that have no values yet. */
function refuseCycles(requires: ReadonlyMap<string, readonly string[]>): void {
  const whole = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (whole.has(file)) return
    if (path.includes(file)) throw new Error(`built files require each other: ${[...path, file].join(', ')}`)
    for (const each of requires.get(file) ?? []) visit(each, [...path, file])
    whole.add(file)
  }
  for (const file of requires.keys()) visit(file, [])
}

/**
 * Returns the code with short names for what is local to a function, and with short lines. Stack traces keep the names
 * of functions and classes: esbuild leaves what is at the top of a script alone.
 */
async function shortened(code: string): Promise<string> {
  return inLatin1((await transform(code, { minifyWhitespace: true, minifyIdentifiers: true, lineLimit: 160 })).code)
}

/**
 * Escapes what esbuild leaves in regular expressions and tagged templates. One character beyond Latin-1 makes V8 keep
 * all of a file in two bytes a character, and slower to read.
 */
function inLatin1(code: string): string {
  // Each unit of a pair by itself, which means the same character with the flag `u` too.
  return code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes the module of a built CommonJS file, named without its extension, with these exports. */
export async function writeModule(file: string, exported: readonly string[]): Promise<void> {
  const names = exported.filter((name) => name !== 'default')
  const from = JSON.stringify(`./${basename(file)}.cjs`)
  const lines = [
    exported.length === 0 ? `import ${from}` : `import all from ${from}`,
    names.length === 0 ? '' : `export const { ${names.join(', ')} } = all`,
    exported.includes('default') ? 'export default all.default' : '',
  ]
  const before = await readFile(`${file}.js`, 'utf8')
  // The line that names a program's interpreter stays.
  const [hashbang = ''] = /^#!.*\n/.exec(before) ?? []
  await writeFile(`${file}.js`, `${hashbang}${lines.filter((line) => line !== '').join('\n')}\n`)
}

/**
 * Makes a built module that stays one load the CommonJS of other files. It requires them: for an import, Node.js first
 * searches each of them for the names of its exports, which takes as long as running it. Only in a context of
 * `node:vm`, where a `require` would give the modules of another realm, they are imported.
 */
export async function loadCommonJs(file: string): Promise<void> {
  let at = 0
  const code = (await readFile(`${file}.js`, 'utf8')).replaceAll(
    IMPORTED,
    (_, names: string | undefined, path: string) => {
      const all = `$${at++}`
      const load = `const ${all}=$require?$require("${path}.cjs"):(await import("${path}.cjs")).default;`
      return names === undefined ? load : `${load}const{${destructured(names)}}=${all};`
    },
  )
  const require = `import{createRequire as $create}from"node:module";const $require=process instanceof Object?$create(import.meta.url):null;`
  await writeFile(`${file}.js`, require + code)
}
