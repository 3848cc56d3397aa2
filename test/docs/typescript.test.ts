import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { compilerHost } from '../compiler.ts'
import { documentedBlocks, type Block } from './blocks.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const blocks = documentedBlocks('ts', 'js')

const GLOBALS = [
  'test/docs/globals.d.ts',
  'test/docs/frameworks.d.ts',
  'src/runners/jest/globals.generated.ts',
  'src/runners/jest/globals.ts',
].map((file) => ROOT + file)

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  types: ['node', 'jest'],
  baseUrl: ROOT,
  paths: {
    backlot: ['src/index.ts'],
    'backlot/adapter': ['src/adapter/index.ts'],
    'backlot/intercept': ['src/intercept/register.ts'],
    'backlot/services/*': ['src/services/*/index.ts'],
    'backlot/*': ['src/runners/*/index.ts'],
  },
}

/** Type-checks each block as a module of its own, in one program, and returns the errors by block. */
function check(): Map<Block, string[]> {
  const files = new Map(blocks.map((block, index) => [`${ROOT}test/docs/block-${index}.${block.language}`, block]))
  const host = compilerHost(OPTIONS, new Map([...files].map(([name, { code }]) => [name, code])))
  const program = ts.createProgram([...GLOBALS, ...files.keys()], OPTIONS, host)
  const errors = new Map<Block, string[]>()
  for (const [name, block] of files) {
    const source = program.getSourceFile(name)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    errors.set(
      block,
      found.map((each) => messageOf(each, block)),
    )
  }
  return errors
}

function messageOf({ file, start, messageText }: ts.Diagnostic, block: Block): string {
  const line = file === undefined || start === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line
  return `${block.page}:${block.line + line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
}

const errors = check()

test.each(blocks.map((block) => [`${block.page}:${block.line}`, block] as const))(
  '%s has no type errors',
  (_, block) => {
    expect(errors.get(block)).toEqual([])
  },
)
