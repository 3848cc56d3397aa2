import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject } from '../runners/project.ts'
import { documentedBlocks } from './blocks.ts'

const DOCS = fileURLToPath(new URL('.', import.meta.url))

const blocks = documentedBlocks('ts', 'js').map((block, index) => ({
  ...block,
  file: `block-${index}.${block.language}`,
}))

const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  moduleDetection: 'Force',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  types: ['node', 'jest', 'backlot/jest'],
}

/** The names that blocks use without declaring them, with the types of the package in place of those of its sources. */
const globals = Object.fromEntries(
  ['globals.d.ts', 'frameworks.d.ts'].map((name) => [
    name,
    readFileSync(join(DOCS, name), 'utf8').replaceAll('../../src/index.ts', 'backlot'),
  ]),
)

// Each block is a module of its own, in one program.
const project = createProject({
  ...Object.fromEntries(blocks.map(({ file, code }) => [file, code])),
  ...globals,
  'tsconfig.json': JSON.stringify({
    compilerOptions: OPTIONS,
    files: [...Object.keys(globals), ...blocks.map(({ file }) => file)],
  }),
})
afterAll(() => project[Symbol.dispose]())

/** The compiler's output: the path of each file, and a line for each mistake, followed by indented ones. */
let output: string

beforeAll(async () => {
  const settings = ['-p', 'tsconfig.json', '--checkers', '1', '--pretty', 'false', '--listFiles']
  output = (await project.run('tsgo', settings)).output
}, 300_000)

test.each(blocks.map((block) => [`${block.page}:${block.line}`, block] as const))(
  '%s has no type errors',
  (_, { page, line, file }) => {
    expect(output.split('\n')).toContain(join(realpathSync(project.directory), file))
    const mistakes = [...output.matchAll(/^([\w.-]+)\((\d+),\d+\): error (.*(?:\n .*)*)/gm)]
    const own = mistakes.filter(([, named]) => named === file)
    expect(own.map(([, , at, text]) => `${page}:${line + Number(at) - 1} ${text}`)).toEqual([])
  },
)
