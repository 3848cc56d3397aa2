import { readFile } from 'node:fs/promises'
import { extname, isAbsolute, relative, resolve } from 'node:path'
import { requireJson } from './require-json.ts'
import { SeedError } from './seed-error.ts'
import type { SeedContent } from './seed-path.ts'

/** A seed before validation, and where its parts are. */
export interface SeedSource extends SeedContent {
  /** The absolute path of its file; null for an inline seed or none. */
  readonly file: string | null
}

/**
 * Reads a seed: the file at a path, an object as it is, or nothing.
 *
 * @throws SeedError when the file is missing, a directory, unreadable or not well-formed.
 */
export async function readSource(seed: string | object | undefined): Promise<SeedSource> {
  if (typeof seed !== 'string') return { value: seed, file: null, place: () => ({ text: '', offset: 0 }) }
  const file = resolve(seed)
  const shown = shownPath(seed, file)
  const text = await readText(file, shown)
  if (extname(file).toLowerCase() === '.json') await requireJson(text, shown)
  // Loaded here, so that an inline seed does not load the parser.
  const { parseSeed } = await import('./seed-document.ts')
  return { file, ...parseSeed(text, shown) }
}

async function readText(file: string, shown: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const where = file === shown ? '' : ` (looked for ${file})`
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new SeedError(`${shown}: no such seed file${where}: \`backlot init\` prints one to start from`)
    }
    if (code === 'EISDIR') throw new SeedError(`${shown}: is a directory: name the YAML or JSON file in it`)
    throw new SeedError(`${shown}: the seed file can't be read (${code})${where}`)
  }
}

/** Returns the path for messages, as terminals link it: relative to the working directory for a file below it. */
function shownPath(path: string, file: string): string {
  const below = relative('.', file)
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : below
}
