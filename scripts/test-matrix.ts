// Runs the README's examples on every supported version of every runner, and pins the internals of Node.js that
// backlot/intercept uses on every supported version of Node.js, each in an empty project that installs the packed
// package from a tarball and the rest from the registry. Needs the network. `npm run test:matrix [name…]`
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { findChromium } from '#testkit/chromium.ts'

const FOLDER = resolve('.matrix')

/** The longest that one step of one project may take, in milliseconds. */
const PATIENCE = 300_000

interface Runner {
  /** The section of the README with the example; null for a project without one. */
  readonly section: string | null
  readonly command: string
  /** The files of a project of this runner, beside those of the README. */
  readonly files: Readonly<Record<string, string>>
  /** The `types` of the compiler's options. */
  readonly types: readonly string[]
}

/** A test with two fixtures, which every pool must accept. */
const TWO_SERVICES = `import { expect, test as base } from 'vitest'
import { codehostFixture, mailFixture } from 'backlot/vitest'

const test = base.extend(codehostFixture).extend(mailFixture)

test('calls two services', async ({ codehost, mail }) => {
  expect((await fetch(codehost.url + '/zen')).status).toBe(200)
  expect((await fetch(mail.url + '/emails')).status).toBe(401)
  expect([codehost.requests.length, mail.requests.length]).toEqual([1, 1])
})
`

const RUNNERS = {
  vitest: {
    section: 'Vitest',
    command: ['forks', 'threads', 'vmForks', 'vmThreads'].map((pool) => `vitest run --pool=${pool}`).join(' && '),
    files: { 'two-services.test.ts': TWO_SERVICES },
    types: ['node'],
  },
  jest: {
    section: 'Jest',
    command: 'jest --detectOpenHandles',
    files: {
      'globals.ts': 'export const url: string = codehost.url\nexport const id: "codehost" = codehost.service\n',
    },
    types: ['node', 'backlot/jest'],
  },
  playwright: {
    section: 'Playwright',
    command: 'playwright test',
    files: {
      'playwright.config.ts': `export default { use: { launchOptions: { executablePath: ${JSON.stringify(findChromium() ?? 'no-browser')} } } }\n`,
    },
    types: ['node'],
  },
  node: {
    section: null,
    command: 'node --test internals.mjs',
    files: {
      'internals.mjs': readFileSync('test/intercept/internals.mjs', 'utf8'),
      'exports.ts': "export { interceptHosts } from 'backlot/intercept'\n",
    },
    types: ['node'],
  },
} satisfies Record<string, Runner>

interface Cell {
  readonly name: string
  readonly runner: keyof typeof RUNNERS
  readonly packages: Readonly<Record<string, string>>
}

const CELLS: readonly Cell[] = [
  { name: 'vitest-3.2', runner: 'vitest', packages: { vitest: '~3.2.0' } },
  { name: 'vitest-4', runner: 'vitest', packages: { vitest: '^4.0.0' } },
  // Vitest 5 needs a newer Node.js than the oldest one that backlot supports: the npm package `node` brings it.
  { name: 'vitest-5', runner: 'vitest', packages: { vitest: '^5.0.0', node: '^24.0.0', '@types/node': '^24.0.0' } },
  { name: 'jest-29', runner: 'jest', packages: { jest: '^29.7.0', 'jest-environment-jsdom': '^29.7.0' } },
  { name: 'jest-30', runner: 'jest', packages: { jest: '^30.0.0', 'jest-environment-jsdom': '^30.0.0' } },
  { name: 'playwright-1.50', runner: 'playwright', packages: { '@playwright/test': '~1.50.0' } },
  { name: 'playwright-newest', runner: 'playwright', packages: { '@playwright/test': 'latest' } },
  // The npm package `node` brings the version.
  ...['20', '22', '24', '26'].map((version): Cell => {
    return { name: `node-${version}`, runner: 'node', packages: { node: `^${version}.0.0` } }
  }),
]

interface Result {
  readonly step: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

const chosen = CELLS.filter(({ name }) => process.argv.length < 3 || process.argv.slice(2).includes(name))
mkdirSync(FOLDER, { recursive: true })
const tarball = pack()
const rows = chosen.map((cell) => ({ cell, results: runCell(cell, tarball) }))

for (const { cell, results } of rows) {
  for (const { step, passed, output } of results) {
    if (!passed) process.stdout.write(`\n--- ${cell.name}: ${step}\n${output.trim()}\n`)
  }
}
process.stdout.write('\n')
for (const { cell, results } of rows) {
  const steps = results.map(
    ({ step, passed, seconds }) => `${step} ${passed ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)`,
  )
  process.stdout.write(`${cell.name.padEnd(18)} ${steps.join('  ')}\n`)
}
process.exitCode = rows.every(({ results }) => results.every(({ passed }) => passed)) ? 0 : 1

function pack(): string {
  const { stdout, status, stderr } = spawnSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', FOLDER],
    {
      encoding: 'utf8',
    },
  )
  const name = stdout.trim().split('\n').at(-1)
  if (status !== 0 || name === undefined || name === '') throw new Error(`npm pack: ${stderr}`)
  return join(FOLDER, name)
}

function runCell({ name, runner, packages }: Cell, tarball: string): Result[] {
  const { section, command, files, types }: Runner = RUNNERS[runner]
  const folder = join(FOLDER, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const all: Record<string, string> = { ...(section === null ? {} : readmeFiles(section)), ...files }
  const devDependencies = {
    '@octokit/rest': '^22.0.1',
    '@types/node': '^20.19.0',
    typescript: '~5.9.0',
    ...packages,
    backlot: `file:${tarball}`,
  }
  all['package.json'] = JSON.stringify({ private: true, devDependencies }, null, 2)
  all['tsconfig.json'] = JSON.stringify({ compilerOptions: compilerOptions(types), include: ['*.ts'] }, null, 2)
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text)

  const results: Result[] = []
  const step = (title: string, line: string): boolean => {
    const result = execute(folder, title, line)
    results.push(result)
    process.stdout.write(`${name}: ${title} ${result.passed ? 'ok' : 'FAILED'}\n`)
    return result.passed
  }
  if (step('install', 'npm install --no-audit --no-fund --loglevel=error') && step('types', 'tsc --noEmit'))
    step('tests', command)
  return results
}

function execute(folder: string, step: string, line: string): Result {
  const started = performance.now()
  const { status, stdout, stderr, error } = spawnSync(line, {
    cwd: folder,
    shell: true,
    encoding: 'utf8',
    timeout: PATIENCE,
    env: {
      ...process.env,
      PATH: [join(folder, 'node_modules', '.bin'), ...foreignPath()].join(delimiter),
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      NO_COLOR: '1',
      CI: '1',
    },
  })
  const output = `${stdout}${stderr}${error === undefined ? '' : String(error)}`
  return { step, passed: status === 0, seconds: (performance.now() - started) / 1000, output }
}

/** Returns the folders of the PATH without those of this project, which has an npm of its own. */
function foreignPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((each) => !each.endsWith(join('node_modules', '.bin')))
}

/** Returns the code blocks of a section of the README that name their file in the first line, by file. */
function readmeFiles(section: string): Record<string, string> {
  const readme = readFileSync('README.md', 'utf8')
  const text = readme.split(/^#{2,3} /m).find((each) => each.startsWith(`${section}\n`))
  if (text === undefined) throw new Error(`README.md has no section ${section}`)
  const blocks = [...text.matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm)]
  if (blocks.length === 0) throw new Error(`the section ${section} of README.md has no code that names its file`)
  return Object.fromEntries(
    blocks.flatMap(([, file, code]) => (file === undefined || code === undefined ? [] : [[file, code]])),
  )
}

function compilerOptions(types: readonly string[]): object {
  return {
    target: 'ES2022',
    lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types,
  }
}
