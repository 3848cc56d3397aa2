// Builds the documentation site from the pages of this repository and the docstrings: site/.vitepress/dist, which any
// server of files can serve. Its packages are installed in site/, apart from those of backlot. Fails for a link that
// leads nowhere. `npm run site`
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { brokenLinks } from './site/check-links.ts'
import { pages, textOf } from './site/pages.ts'

const FOLDER = 'site/pages'
const BUILT = 'site/.vitepress/dist'

const { repository, description } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  repository?: { url: string }
  description: string
}
const sources = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '')

rmSync(FOLDER, { recursive: true, force: true })
const texts = new Map(pages.map((page) => [page, textOf(page, sources)]))
for (const [{ path }, text] of texts) write(`${path}.md`, text)
if (!existsSync('site/node_modules')) run('npm', 'ci', '--no-audit', '--no-fund')
run('npx', 'typedoc')
write('sidebar.json', JSON.stringify(sidebar(), null, 2))
write('public/llms.txt', index())
write('public/llms-full.txt', [...texts.values()].join('\n\n'))
run('npx', 'vitepress', 'build')
const broken = brokenLinks(BUILT)
for (const each of broken) process.stderr.write(`broken link: ${each}\n`)
process.stdout.write(`${BUILT}: ${globSync('**/*.html', { cwd: BUILT }).length} pages, ${broken.length} broken links\n`)
process.exitCode = broken.length === 0 ? 0 : 1

function write(path: string, text: string): void {
  const file = join(FOLDER, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: 'site', stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}`)
}

/** Returns the sidebar: the groups of the pages, and the API reference. */
function sidebar(): { text: string; items: { text: string; link: string }[] }[] {
  const groups = [...new Set(pages.map(({ group }) => group))]
  const reference = globSync('**/index.md', { cwd: join(FOLDER, 'api') })
    .map((file) => file.replace(/\.md$/, ''))
    .toSorted()
  return [
    ...groups.map((text) => ({
      text,
      items: pages.filter(({ group }) => group === text).map(({ title, path }) => ({ text: title, link: `/${path}` })),
    })),
    {
      text: 'API reference',
      items: reference.map((path) => ({ text: entryOf(path), link: `/api/${path}` })),
    },
  ]
}

/** Returns the entry of the package that a page of the reference is about. */
function entryOf(path: string): string {
  if (path === 'index') return 'All entries'
  const entry = path.replace(/\/?index$/, '').replace('runners/', '')
  return entry === 'index' ? 'backlot' : `backlot/${entry}`
}

/** Returns the list of the pages for programs that read documentation. https://llmstxt.org */
function index(): string {
  const lines = pages.map((page) => `- [${page.title}](/${page.path}.html): ${firstSentence(texts.get(page) ?? '')}`)
  return `# backlot\n\n> ${description}\n\nThe whole text is in [llms-full.txt](/llms-full.txt).\n\n## Pages\n\n${lines.join('\n')}\n`
}

function firstSentence(text: string): string {
  const prose = text.split('\n\n').find((each) => /^[A-Z`*]/.test(each)) ?? ''
  return (
    prose
      .replaceAll('\n', ' ')
      .replaceAll(/\]\([^)]*\)|\[|\*\*/g, '')
      .split(/(?<=\.) /)[0] ?? ''
  )
}
