import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SKILL.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The links of a page that stay in the repository, with the file or folder and the heading that they name. */
function linksOf(page: string): { link: string; path: string; heading: string | undefined }[] {
  const prose = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^( *)```[^]*?^\1```$/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = '', heading] = link.split('#')
      return { link, path: file === '' ? page : join(dirname(page), file), heading }
    })
}

/** The anchors that GitHub gives the headings of a page. https://docs.github.com/get-started/writing-on-github */
function anchorsOf(page: string): string[] {
  return readFileSync(join(ROOT, page), 'utf8')
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
}

test.each(PAGES)('every link of %s leads to a file and a heading that exist', (page) => {
  const broken = linksOf(page).filter(({ path, heading }) => {
    if (!existsSync(join(ROOT, path))) return true
    return heading !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(heading)
  })
  expect(broken.map(({ link }) => link)).toEqual([])
})

test('the pages have links to check', () => {
  expect(PAGES.flatMap(linksOf).length).toBeGreaterThan(50)
})
