// Builds and serves the files of docs/adapter.md in each framework, in development and in production, in an empty
// project that installs the packed package from a tarball and the framework from the registry, and calls the stand-ins
// there: with fetch, the vendors' clients and a browser. Needs the network. `npm run test:frameworks [name…]`; without
// names it writes the versions into the table of docs/adapter.md when all have passed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '#testkit/chromium.ts'
import { cells, type Cell } from './frameworks/cells.ts'
import { check, checkSecondBundle, equal } from './frameworks/checks.ts'
import { visit } from './frameworks/person.ts'
import { makeProject, pack, pause, run, start, versionIn, writeFile, type ServerOptions } from './frameworks/project.ts'

const names = process.argv.slice(2)
const chosen = cells.filter(({ name }) => names.length === 0 || names.includes(name))
const tarball = pack()
const browser = await launchChromium()
const versions: (readonly [section: string, version: string])[] = []
for (const [index, cell] of chosen.entries()) {
  const began = performance.now()
  let result: string
  try {
    // Each framework takes the whole machine.
    const version = await tryCell(cell, 4400 + index)
    versions.push([cell.section, `${Object.keys(cell.packages)[0]} ${version}`])
    result = `${version} ok`
  } catch (error) {
    result = `FAILED\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
  process.stdout.write(`${cell.name.padEnd(18)} ${((performance.now() - began) / 1000).toFixed(0)} s  ${result}\n`)
}
await browser.close()
process.exitCode = versions.length === chosen.length ? 0 : 1
if (names.length === 0 && process.exitCode === 0) writeVersions()

/** Returns the version of the framework. */
async function tryCell(cell: Cell, port: number): Promise<string> {
  const { section, build, develop, serve, mount = '/emulate' } = cell
  const folder = makeProject(cell, tarball, port)
  await serveAndVisit(cell, folder, { command: develop, port, mount, mode: 'development' })
  rmSync(join(folder, '.backlot'), { recursive: true })
  if (build !== undefined) run(folder, build)
  await serveAndVisit(cell, folder, { command: serve, port, mount, mode: 'production' })
  const second = await start(folder, { command: serve, port, mount, mode: 'production' })
  try {
    const issues = await fetch(`${second.base}/codehost/repos/ada/site/issues`)
    equal((await issues.json()).length, 1, 'the issue after a restart')
  } finally {
    await second.stop()
  }
  if (section === 'Next' && build !== undefined) {
    await checkDefaults(folder, { command: develop, port, mount: '/emulate', mode: 'development' })
    checkEdge(folder, build)
  }
  return versionIn(folder, cell)
}

async function serveAndVisit(cell: Cell, folder: string, options: ServerOptions): Promise<void> {
  const server = await start(folder, options)
  try {
    // Next sends every body in pieces, without its length.
    await check(server.base, { hasLength: cell.section !== 'Next' })
    if (cell.section === 'Next') await checkSecondBundle(server.base)
    await visit(browser, server.base)
    await pause(400)
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Error(`${options.mode}: ${reason}\n${server.output().slice(-3000)}`, { cause: error })
  } finally {
    await server.stop()
  }
}

/** Without the options of next.config, the handler names them: in a warning, and in the answer to a cut body. */
async function checkDefaults(folder: string, options: ServerOptions): Promise<void> {
  writeFile(join(folder, 'next.config.ts'), 'export default {}\n')
  const server = await start(folder, options)
  try {
    const body = Buffer.alloc(12 * 1024 * 1024)
    const answer = await fetch(`${server.base}/cloud/box/large.bin`, { method: 'PUT', body })
    equal(answer.status, 413, 'the status of a cut body')
    equal((await answer.text()).includes('proxyClientMaxBodySize'), true, 'the option that cuts no body')
    equal(server.output().includes('skipTrailingSlashRedirect'), true, `the option in a warning in ${server.output()}`)
  } finally {
    await server.stop()
  }
}

/** The edge runtime of Next is refused with the line to write instead, when the application is built. */
function checkEdge(folder: string, build: string): void {
  const handler = "export const { GET } = createHandler({ services: ['codehost'] })"
  writeFile(
    join(folder, 'app/edge/[...path]/route.ts'),
    `import { createHandler } from 'backlot/adapter'\n\nexport const runtime = 'edge'\n${handler}\n`,
  )
  let output = 'the build succeeded'
  try {
    run(folder, build)
  } catch (error) {
    output = String(error)
  }
  equal(output.includes("write export const runtime = 'nodejs'"), true, `the refusal of the edge runtime in ${output}`)
}

/** Writes the versions that have passed into the table of docs/adapter.md. */
function writeVersions(): void {
  const sections = [...new Set(versions.map(([section]) => section))]
  const rows = sections.map((section) => {
    const own = new Set(versions.filter(([each]) => each === section).map(([, version]) => version))
    return `| [${section}](#${section.toLowerCase().replaceAll(' ', '-').replaceAll('.', '')}) | ${[...own].join(', ')} |\n`
  })
  const page = readFileSync('docs/adapter.md', 'utf8')
  const table = `| framework | versions |\n|---|---|\n${rows.join('')}`
  writeFileSync('docs/adapter.md', page.replace(/\| framework \| versions \|\n\|.*\n(?:\|.*\n)*/, table))
}
