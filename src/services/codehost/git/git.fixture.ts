import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outputSync } from '#testkit/launch.ts'
import { quotePath } from './names.ts'
import { blob, blobBytes, commit, timeZone } from './objects.ts'
import type { Blob, Commit, GitObject, GitSignature, Objects, TreeEntry } from './objects.ts'
import { readTree, writeTree } from './trees.ts'

/** An object store in memory. */
export class MemoryObjects implements Objects {
  readonly all = new Map<string, GitObject>()

  get(sha: string): GitObject {
    const found = this.all.get(sha)
    if (found === undefined) throw new Error(`no object ${sha}`)
    return found
  }

  has(sha: string): boolean {
    return this.all.has(sha)
  }

  put(object: GitObject): void {
    this.all.set(object.sha, object)
  }
}

/** A random generator that repeats its choices for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0]
  }

  list<Value>(length: number, make: (index: number) => Value): Value[] {
    return Array.from({ length }, (_, index) => make(index))
  }
}

const VOCABULARY = [
  '',
  '',
  '}',
  '{',
  '  return value',
  '    call(one)',
  '\tif (x) {',
  'function main() {',
  'class A:',
] as const

/** Returns a line of invented code. Many lines are equal to others on purpose. */
export function codeLine(random: Random, variety = 0.4): string {
  if (random.chance(variety)) return `${' '.repeat(2 * random.below(4))}statement ${random.below(200)}`
  return random.pick(VOCABULARY)
}

/** Returns the lines with some of them replaced, removed, moved or duplicated, and some added. */
export function edited(random: Random, lines: readonly string[], edits: number, variety = 0.4): string[] {
  const result = [...lines]
  for (let edit = 0; edit < edits; edit++) {
    const at = random.below(result.length + 1)
    const count = 1 + random.below(3)
    const kind = random.below(5)
    if (kind === 0) result.splice(at, count)
    else if (kind === 1) result.splice(at, 0, ...random.list(count, () => codeLine(random, variety)))
    else if (kind === 2) result.splice(at, count, ...random.list(count, () => codeLine(random, variety)))
    else if (kind === 3) result.splice(random.below(result.length + 1), 0, ...result.splice(at, count))
    else result.splice(at, 0, ...result.slice(at, at + count))
  }
  return result
}

/** Joins lines to a text; sometimes, as `random` decides, without the line end of the last line. */
export function textOf(lines: readonly string[], random?: Random): string {
  const text = lines.map((line) => `${line}\n`).join('')
  return random?.chance(0.15) ? text.slice(0, -1) : text
}

/** The author of the commits of these tests. */
export const ADA: GitSignature = { name: 'Ada Lovelace', email: 'ada@example.com', at: Date.UTC(2024, 0, 2, 3, 4, 5) }

/** Writes files and a commit of them. */
export function commitFiles(
  objects: Objects,
  files: Readonly<Record<string, string | Uint8Array | { mode: TreeEntry['mode']; content: string | Uint8Array }>>,
  fields: Partial<Omit<Commit, 'kind' | 'sha' | 'tree'>> = {},
): Commit {
  const changes = Object.entries(files).map(([path, file]) => {
    const source =
      typeof file === 'string' || file instanceof Uint8Array ? { mode: '100644' as const, content: file } : file
    const written = blob(source.content)
    objects.put(written)
    return { path, mode: source.mode, sha: written.sha }
  })
  const tree = writeTree(objects, null, changes)
  const added = commit({ tree, parents: [], author: ADA, committer: ADA, message: 'change files', ...fields })
  objects.put(added)
  return added
}

/** A repository of the real git program in a temporary directory. */
export class GitRepository {
  readonly directory = mkdtempSync(join(tmpdir(), 'backlot-git-'))
  #imports = 0

  constructor() {
    this.run(['init', '-q', '-b', 'main'])
  }

  run(args: readonly string[], input: string | Uint8Array = '', environment: Record<string, string> = {}): string {
    return this.bytes(args, input, environment).toString()
  }

  bytes(args: readonly string[], input: string | Uint8Array = '', environment: Record<string, string> = {}): Buffer {
    return outputSync('git', args, {
      cwd: this.directory,
      input,
      env: {
        PATH: process.env['PATH'],
        GIT_CONFIG_NOSYSTEM: '1',
        HOME: this.directory,
        GIT_COMMITTER_NAME: 'Grace Hopper',
        GIT_COMMITTER_EMAIL: 'grace@example.com',
        ...environment,
      },
    })
  }

  /** Makes git create the same commits by itself, parents first; returns the shas that git gives them. */
  import(objects: Objects, commits: readonly Commit[], refs: Readonly<Record<string, string>> = {}): string[] {
    const run = ++this.#imports
    const marks = new Map<string, number>()
    const chunks: (string | Uint8Array)[] = ['feature done\n']
    const mark = (sha: string): number => {
      marks.set(sha, marks.size + 1)
      return marks.size
    }
    for (const { sha, tree, parents, author, committer, message } of commits) {
      const files = [...readTree(objects, tree).values()]
      for (const file of files) {
        if (marks.has(file.sha) || file.mode === '160000') continue
        const bytes = blobBytes(blobIn(objects, file.sha))
        chunks.push(`blob\nmark :${mark(file.sha)}\ndata ${bytes.length}\n`, bytes, '\n')
      }
      chunks.push(`reset refs/heads/import-${run}\n\ncommit refs/heads/import-${run}\nmark :${mark(sha)}\n`)
      chunks.push(`author ${person(author)}\ncommitter ${person(committer)}\n`)
      chunks.push(`data ${Buffer.byteLength(message)}\n${message}\n`)
      for (const [index, parent] of parents.entries()) {
        const known = marks.get(parent)
        chunks.push(`${index === 0 ? 'from' : 'merge'} ${known === undefined ? parent : `:${known}`}\n`)
      }
      chunks.push('deleteall\n')
      for (const file of files) {
        const known = file.mode === '160000' ? file.sha : `:${marks.get(file.sha)}`
        chunks.push(`M ${file.mode} ${known} ${quotePath(file.path)}\n`)
      }
      chunks.push('\n')
    }
    for (const [name, sha] of Object.entries(refs)) chunks.push(`reset ${name}\nfrom :${marks.get(sha)}\n\n`)
    chunks.push('done\n')
    const marksFile = join(this.directory, `marks-${run}`)
    const stream = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))
    this.run(['fast-import', '--quiet', '--force', `--export-marks=${marksFile}`], stream)
    const shas = new Map(
      readFileSync(marksFile, 'utf8')
        .split('\n')
        .map((line) => [line.slice(1).split(' ')[0], line.split(' ')[1]]),
    )
    return commits.map(({ sha }) => shas.get(String(marks.get(sha))) ?? '')
  }

  [Symbol.dispose](): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}

function blobIn(objects: Objects, sha: string): Blob {
  const object = objects.get(sha)
  if (object.kind !== 'blob') throw new Error(`${sha} is no blob`)
  return object
}

function person({ name, email, at, offset }: GitSignature): string {
  return `${name} <${email}> ${at / 1000} ${timeZone(offset)}`
}
