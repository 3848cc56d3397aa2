import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A code block of a page of documentation. */
export interface Block {
  /** The path of the page from the root of the repository. */
  readonly page: string
  /** The line of the page on which the code starts, from 1. */
  readonly line: number
  /** The language of the block: `ts`, `yaml`, `sh`, … */
  readonly language: string
  /** The code, without the indentation of the block. */
  readonly code: string
}

/** Returns the code blocks of the README and of all pages in docs, in the order of the pages. */
export function documentedBlocks(...languages: readonly string[]): Block[] {
  const pages = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs'))
      .toSorted()
      .map((name) => `docs/${name}`),
  ]
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap(blocksOf)
    .filter(({ language }) => languages.includes(language))
}

function blocksOf(page: string): Block[] {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n')
  const blocks: Block[] = []
  for (let index = 0; index < lines.length; index++) {
    const [, indent, language] = /^( *)```(\w+)$/.exec(lines[index] ?? '') ?? []
    if (indent === undefined || language === undefined) continue
    const end = lines.indexOf(`${indent}\`\`\``, index + 1)
    const code = lines.slice(index + 1, end).map((line) => line.slice(indent.length))
    blocks.push({ page, line: index + 2, language, code: `${code.join('\n')}\n` })
    index = end
  }
  return blocks
}
