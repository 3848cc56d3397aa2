// Runs the examples of docs/other-languages.md as they stand there, each in a project that has the built
// command: with pytest, RSpec, Go's testing, JUnit and PHPUnit. `npm run test:languages [name…]`; an example whose
// runtime is missing is skipped by name.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const PAGE = 'docs/other-languages.md'

/** The jars of JUnit, as Debian has them. */
const JARS = [
  'junit-jupiter-api',
  'junit-jupiter-engine',
  'junit-platform-commons',
  'junit-platform-engine',
  'junit-platform-launcher',
  'junit-platform-console',
  'junit-platform-reporting',
  'opentest4j',
  'apiguardian-api',
  'picocli',
]
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':')

interface Language {
  readonly name: string
  /** The language of its code blocks. */
  readonly block: string
  /** A command that succeeds where the runtime and the clients are. */
  readonly requires: string
  /** The packages to install where the command fails. */
  readonly needs: string
  readonly command: string
  /** The vendors' clients: how a file names its own, and a command that succeeds where it is installed. */
  readonly clients?: { readonly pattern: RegExp; readonly load: (name: string) => string }
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'pytest',
    block: 'py',
    requires: 'python3 -c "import pytest"',
    needs: 'pip install pytest boto3 PyGithub stripe slack_sdk',
    clients: {
      pattern: /^(?:import|from) (github|boto3|stripe|pytest, stripe|slack_sdk)\b/m,
      load: (name) => `python3 -c "import ${name}"`,
    },
    command: 'python3 -m pytest -q',
  },
  {
    name: 'rspec',
    block: 'rb',
    requires: 'ruby -e "require %q(rspec)"',
    needs: 'gem install rspec octokit stripe',
    clients: { pattern: /^require "(octokit|stripe)"/m, load: (name) => `ruby -e "require %q(${name})"` },
    command: 'ruby -e "require %q(rspec/core); exit RSpec::Core::Runner.run([%q(spec)])"',
  },
  {
    name: 'go',
    block: 'go',
    requires: 'go version',
    needs: 'apt install golang-go',
    command: 'go mod init example.test/apis && go test -count=1 -v ./...',
  },
  {
    name: 'junit',
    block: 'java',
    requires: `javac -version && test -f ${JARS.split(':')[0]}`,
    needs: 'apt install default-jdk-headless junit5',
    command: `javac -cp ${JARS} ApisTest.java && java -cp ${JARS}:. org.junit.platform.console.ConsoleLauncher --select-class ApisTest --fail-if-no-tests`,
  },
  {
    name: 'phpunit',
    block: 'php',
    requires: 'phpunit --version',
    needs: 'apt install phpunit',
    command: 'phpunit ApisTest.php',
  },
]

const names = process.argv.slice(2)
let failed = 0
for (const language of LANGUAGES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const result = tryLanguage(language)
  if (result.kind === 'failed') failed += 1
  process.stdout.write(`${language.name.padEnd(8)} ${result.kind}${result.text === '' ? '' : `: ${result.text}`}\n`)
}
process.exitCode = failed === 0 ? 0 : 1

interface Result {
  readonly kind: 'ok' | 'failed' | 'skipped'
  readonly text: string
}

function tryLanguage(language: Language): Result {
  const { block, requires, needs, command } = language
  if (shell(requires, process.cwd()).status !== 0) return { kind: 'skipped', text: `needs ${needs}` }
  const page = readFileSync(PAGE, 'utf8')
  const files = Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, kind, code = '']) => ({ kind, code }))
    .filter(({ kind }) => kind === block)
    .map(({ code }): [string, string] => [nameOf(code), code])
  const missing = files.filter(([, code]) => lacksClient(language, code))
  const folder = makeProject(files.filter((file) => !missing.includes(file)))
  const { status, output } = shell(command, folder)
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) return { kind: 'failed', text: output }
  const skipped = missing.map(([name]) => `; skipped ${name}, whose client is not installed`)
  return { kind: 'ok', text: `${output.trim().split('\n').at(-1) ?? ''}${skipped.join('')}` }
}

/** Makes a project with these files, and with the built command where npm would have put it. */
function makeProject(files: readonly (readonly [string, string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-languages-'))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(resolve('dist/cli.js'), join(folder, 'node_modules/.bin/backlot'))
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Returns whether a file needs a vendor's client that is not installed. */
function lacksClient({ clients }: Language, code: string): boolean {
  const name = clients?.pattern.exec(code)?.[1]?.split(', ').at(-1)
  return name !== undefined && clients !== undefined && shell(clients.load(name), process.cwd()).status !== 0
}

/** Returns the name of a file, which its first comment has. */
function nameOf(code: string): string {
  const [, name] = /^(?:<\?php\n)?(?:#|\/\/) (\S+)$/m.exec(code) ?? []
  if (name === undefined) throw new Error(`${PAGE}: a block without the name of its file: ${code.slice(0, 60)}`)
  return name
}

function shell(command: string, cwd: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', timeout: 240_000 })
  return { status, output: stdout + stderr }
}
