// Measures another commit and this one in turn, on several versions of Node.js, and shows the medians side by side:
// `npm run bench -- --against 1ef2ecb4 --nodes 20,24 --rounds 5 requests inProcess`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './child.ts'

const FOLDER = resolve('.matrix')

/** The difference that counts as one, in parts of the figure before. */
const NOTABLE = 0.05

/** A figure of the bench, by its description. */
type Figures = ReadonlyMap<string, number>

/** Measures the parts that the arguments name, and prints a table for each version of Node.js. */
export function compare(words: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      nodes: { type: 'string', default: process.versions.node.split('.')[0] ?? '' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const commit = git('rev-parse', '--short', `${values.against ?? 'HEAD~1'}^{commit}`)
  const before = buildOf(commit)
  for (const major of values.nodes.split(',')) {
    const node = nodeOf(major)
    const rounds: { before: Figures[]; after: Figures[] } = { before: [], after: [] }
    for (let round = 0; round < Number(values.rounds); round++) {
      // In turn: the machine's speed changes from one minute to the next.
      rounds.before.push(measure(node, before, positionals))
      rounds.after.push(measure(node, process.cwd(), positionals))
    }
    print(`Node.js ${major}: ${commit}, then this`, rounds.before, rounds.after)
  }
}

/** Builds a commit in a folder of its own, and returns the folder. */
function buildOf(commit: string): string {
  const folder = join(FOLDER, `against-${commit}`)
  if (existsSync(join(folder, 'dist'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', folder, commit)
  const sameLock = readFileSync('package-lock.json', 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (sameLock) linkPackages(join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' })
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

/** Links the installed packages, without the cache: what is built there is of one folder. */
function linkPackages(modules: string): void {
  mkdirSync(modules)
  for (const name of readdirSync('node_modules')) {
    if (name !== '.cache' && name !== '.vite') symlinkSync(resolve('node_modules', name), join(modules, name))
  }
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' }).trim()
}

/** Returns the program of a major version of Node.js: this one, or that of the package `node`. */
function nodeOf(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const folder = join(FOLDER, `node-${major}`)
  const program = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    // The package's own script puts the program there.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
    execFileSync('npm', ['install', '--silent', `node@${major}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return program
}

/** Runs the bench of a folder, and returns its figures. */
function measure(node: string, folder: string, parts: readonly string[]): Figures {
  const bench = join(folder, 'node_modules', '.cache', 'backlot', 'bench.js')
  const output = execFileSync(node, ['--expose-gc', bench, ...parts], { cwd: folder, encoding: 'utf8' })
  return new Map(
    output.split('\n').flatMap((line) => {
      // A description that fills its column has one space behind it.
      const found = /^(?:(\S.*?) {2,}|(\S.{51,}?) )(-?\d+(?:\.\d+)?) ?(?:x|ms|µs|MB|MiB|KiB)/.exec(line) ?? []
      const [, what = found[2], , figure] = found
      return what === undefined ? [] : [[what, Number(figure)]]
    }),
  )
}

function print(title: string, before: readonly Figures[], after: readonly Figures[]): void {
  process.stdout.write(`\n${title}\n`)
  for (const what of new Set([...before, ...after].flatMap((figures) => [...figures.keys()]))) {
    const [one, other] = [spreadOf(before, what), spreadOf(after, what)]
    const change = other.median / one.median - 1
    const apart = other.least > one.most || other.most < one.least
    const shown = Number.isFinite(change) ? `${change < 0 ? '' : '+'}${(change * 100).toFixed(0)} %` : ''
    const mark = Math.abs(change) > NOTABLE && apart ? '  *' : ''
    process.stdout.write(`${what.padEnd(56)} ${one.text.padEnd(24)} ${other.text.padEnd(24)} ${shown}${mark}\n`)
  }
  process.stdout.write(`* more than ${NOTABLE * 100} %, and no round of one is within those of the other\n`)
}

interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
  /** The median and the range: `2.18 (2.11 to 2.30)`. */
  readonly text: string
}

function spreadOf(rounds: readonly Figures[], what: string): Spread {
  const figures = rounds.flatMap((each) => each.get(what) ?? [])
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const middle = median(figures)
  return { median: middle, least, most, text: figures.length === 0 ? '-' : `${middle} (${least} to ${most})` }
}
