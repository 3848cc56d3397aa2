import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { registry } from '../../src/registry.ts'

/** A page of the documentation site. */
export interface Page {
  /** The path in the site, without its ending. */
  readonly path: string
  readonly title: string
  /** The group of the sidebar. */
  readonly group: string
  /** The file of the repository that has the text. */
  readonly source: string
  /** The headings of the part of the source; absent for the whole file. */
  readonly sections?: readonly string[]
}

/** The sections of docs/adapter.md that are a page each. */
const FRAMEWORKS = [
  'Next',
  'Express',
  'Hono',
  'SvelteKit',
  'Nuxt and Nitro',
  'React Router',
  'Astro',
  'Node.js',
] as const

const readme = (path: string, title: string, group: string, ...sections: string[]): Page => ({
  path,
  title,
  group,
  sections,
  source: 'README.md',
})

/** The pages of the site, in the order of the sidebar. */
export const pages: readonly Page[] = [
  readme('index', 'backlot', 'Start', 'backlot'),
  readme('vitest', 'Vitest', 'Runners', 'Vitest'),
  readme('jest', 'Jest', 'Runners', 'Jest'),
  readme('playwright', 'Playwright', 'Runners', 'Playwright'),
  readme('tests', 'What every test can do', 'Start', 'What every test can do', 'Options of fixtures'),
  readme('seed', 'The seed', 'Start', 'The seed'),
  readme('command-line', 'Without a test runner', 'Start', 'Without a test runner', 'Command line'),
  readme('own-api', 'An API of your own', 'Guides', 'An API of your own'),
  { path: 'recipes', title: 'Recipes', group: 'Start', source: 'docs/recipes.md' },
  { path: 'coming-from', title: 'Coming from another tool', group: 'Start', source: 'docs/coming-from.md' },
  { path: 'agents', title: 'For coding agents', group: 'Start', source: 'docs/agents.md' },
  { path: 'other-languages', title: 'Other languages', group: 'Runners', source: 'docs/other-languages.md' },
  { path: 'ci', title: 'Continuous integration', group: 'Guides', source: 'docs/ci.md' },
  { path: 'parallel', title: 'Many tests at once', group: 'Guides', source: 'docs/parallel.md' },
  { path: 'real-hosts', title: 'The vendors’ own hosts', group: 'Guides', source: 'docs/real-hosts.md' },
  {
    path: 'real-hosts-clients',
    title: 'Clients that need no base URL',
    group: 'Guides',
    source: 'docs/real-hosts-clients.md',
  },
  { path: 'security', title: 'Security', group: 'Guides', source: 'SECURITY.md' },
  { path: 'changelog', title: 'Changelog', group: 'Guides', source: 'CHANGELOG.md' },
  { path: 'adapter', title: 'In your own server', group: 'Frameworks', source: 'docs/adapter.md' },
  ...FRAMEWORKS.map((name) => ({
    path: `frameworks/${slugOf(name)}`,
    title: name,
    group: 'Frameworks',
    source: 'docs/adapter.md',
    sections: [name],
  })),
  ...registry.map(({ id, vendor }) => ({
    path: `services/${id}`,
    title: `${id} (${vendor})`,
    group: 'Services',
    source: `docs/${id}.md`,
  })),
]

/** Returns the text of a page, with links between the pages of the site. `repository` is the URL of the sources. */
export function textOf(page: Page, repository: string | undefined): string {
  const whole = readFileSync(page.source, 'utf8')
  const { sections } = page
  const text = sections === undefined ? whole : sections.map((each) => sectionOf(whole, each)).join('\n')
  const isPart = sections !== undefined && sections[0] !== page.title
  const titled = sections === undefined ? text : raised(text, isPart ? page.title : undefined)
  const framework = page.path.startsWith('frameworks/')
    ? '\nThis is one section of [In your own server](adapter.md), which has the options, the clients and the limits.\n'
    : ''
  return (
    outsideCode(titled, (prose) => linked(prose, page, repository)) +
    linked(framework, { ...page, source: 'docs/x.md' }, repository)
  )
}

/** Returns a section with its heading, up to the next heading of its level or above. */
function sectionOf(text: string, heading: string): string {
  const lines = text.split('\n')
  const begin = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (begin < 0) throw new Error(`there is no section “${heading}”`)
  const level = levelOf(lines[begin] ?? '')
  let inCode = false
  const length = lines.slice(begin + 1).findIndex((line) => {
    if (line.trimStart().startsWith('```')) inCode = !inCode
    // The first section of a file ends with the next heading of any level.
    return !inCode && levelOf(line) > 0 && (level === 1 || levelOf(line) <= level)
  })
  return lines.slice(begin, length < 0 ? undefined : begin + 1 + length).join('\n')
}

/** Moves the headings up, so that the first is the page's only one of level 1. */
function raised(text: string, title: string | undefined): string {
  const first = levelOf(text)
  const by = title === undefined ? first - 1 : first - 2
  const moved = outsideCode(text, (prose) => prose.replaceAll(/^#+ /gm, (marks) => `${marks.slice(by).trim()} `))
  return title === undefined ? moved : `# ${title}\n\n${moved}`
}

function levelOf(line: string): number {
  return /^(#+) /.exec(line)?.[1]?.length ?? 0
}

/** Changes the parts of a text that are not code. */
function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/^( *```[^]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}

function linked(prose: string, page: Page, repository: string | undefined): string {
  return prose.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (all, text: string, link: string) => {
    if (/^[a-z]+:/.test(link)) return all
    const [file = '', anchor] = link.split('#')
    const source = file === '' ? page.source : join(dirname(page.source), file)
    const found = pageOf(source, anchor)
    if (found !== undefined) {
      const path = relative(dirname(page.path), found.path)
      return `[${text}](${path.startsWith('.') ? path : `./${path}`}.md${anchor === undefined ? '' : `#${anchor}`})`
    }
    return repository === undefined ? text : `[${text}](${repository}/blob/main/${source})`
  })
}

/** Returns the page that has an anchor of a file: the whole file before a part of it. */
function pageOf(source: string, anchor: string | undefined): Page | undefined {
  const all = pages.filter((each) => each.source === source)
  const whole = all.find(({ sections }) => sections === undefined)
  if (whole !== undefined || anchor === undefined) return whole ?? all[0]
  return all.find((each) => anchorsOf(textWithoutLinks(each)).includes(anchor))
}

function textWithoutLinks({ source, sections = [] }: Page): string {
  const whole = readFileSync(source, 'utf8')
  return sections.map((each) => sectionOf(whole, each)).join('\n')
}

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading))
}

/** The anchor that GitHub gives a heading. https://docs.github.com/get-started/writing-on-github */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
