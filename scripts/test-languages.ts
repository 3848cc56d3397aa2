// Runs the examples of docs/other-languages.md as they stand there, each in a project that has the built
// command: with pytest, RSpec, Go's testing, JUnit and PHPUnit, and Stripe's SDKs of Python, Ruby and PHP at the
// vendor's own host by `backlot exec`. `npm run test:languages [name…]`; an example whose runtime or client is missing
// is skipped by name. Where an SDK is not installed, a variable can name the folder that has it: STRIPE_PYTHON (the
// folder above `stripe`), STRIPE_RUBY (`lib` of the gem) and STRIPE_PHP (that of `init.php`).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
  /** True where the program is {@link AT_THE_VENDOR}'s; false for tests of a runner. */
  readonly isAtTheVendor?: boolean
  /** The variables of its programs, beside those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** A command that succeeds where the runtime and the clients are. */
  readonly requires: string
  /** The packages to install where the command fails. */
  readonly needs: string
  readonly command: string
  /** The vendors' clients: how a file names its own, and a command that succeeds where it is installed. */
  readonly clients?: { readonly pattern: RegExp; readonly load: (name: string) => string }
}

/** The names of the programs that call the vendor's own host. */
const AT_THE_VENDOR = /^sign_up\./

const EXEC = 'node_modules/.bin/backlot exec --service payments --'

/** Puts the SDK where Composer would have put it. */
const PHP_PROJECT = [
  'mkdir -p vendor/stripe',
  'ln -s "$STRIPE_PHP" vendor/stripe/stripe-php',
  `printf '<?php require_once __DIR__ . "/stripe/stripe-php/init.php";' > vendor/autoload.php`,
].join(' && ')

const { STRIPE_PYTHON = '', STRIPE_RUBY = '', RUBYLIB = '' } = process.env

/** Debian’s Python, which can have Debian’s SDK (`python3-stripe`). */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

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
  {
    name: 'stripe-python',
    block: 'py',
    isAtTheVendor: true,
    requires: `${PYTHON} -c "import stripe"`,
    needs: 'apt install python3-stripe',
    env: STRIPE_PYTHON === '' ? {} : { PYTHONPATH: STRIPE_PYTHON },
    command: `${PYTHON} -c "import stripe; print('stripe', stripe.version.VERSION)" && ${EXEC} ${PYTHON} sign_up.py`,
  },
  {
    name: 'stripe-ruby',
    block: 'rb',
    isAtTheVendor: true,
    requires: 'ruby -e "require %q(stripe)"',
    needs: 'gem install stripe, or STRIPE_RUBY=<a checkout>/lib',
    env: { RUBYLIB: [STRIPE_RUBY, RUBYLIB].filter((each) => each !== '').join(':') },
    command: `ruby -e "require %q(stripe); puts %q(stripe ) + Stripe::VERSION" && ${EXEC} ruby sign_up.rb`,
  },
  {
    name: 'stripe-php',
    block: 'php',
    isAtTheVendor: true,
    requires: 'php --version && test -f "$STRIPE_PHP/init.php"',
    needs:
      'apt install php-cli php-curl php-mbstring, and STRIPE_PHP=<the folder of composer require stripe/stripe-php>',
    command: `${PHP_PROJECT} && php -r "require 'vendor/autoload.php'; echo 'stripe ', Stripe\\Stripe::VERSION, PHP_EOL;" && ${EXEC} php sign_up.php`,
  },
]

const names = process.argv.slice(2)
let failed = 0
for (const language of LANGUAGES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const result = tryLanguage(language)
  if (result.kind === 'failed') failed += 1
  process.stdout.write(`${language.name.padEnd(13)} ${result.kind}${result.text === '' ? '' : `: ${result.text}`}\n`)
}
process.exitCode = failed === 0 ? 0 : 1

interface Result {
  readonly kind: 'ok' | 'failed' | 'skipped'
  readonly text: string
}

function tryLanguage(language: Language): Result {
  const { block, requires, needs, command, env = {}, isAtTheVendor = false } = language
  if (shell(requires, process.cwd(), env).status !== 0) return { kind: 'skipped', text: `needs ${needs}` }
  const page = readFileSync(PAGE, 'utf8')
  const files = Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, kind, code = '']) => ({ kind, code }))
    .filter(({ kind }) => kind === block)
    .map(({ code }): [string, string] => [nameOf(code), code])
    .filter(([name]) => AT_THE_VENDOR.test(name) === isAtTheVendor)
  const missing = files.filter(([, code]) => lacksClient(language, code))
  const folder = makeProject(files.filter((file) => !missing.includes(file)))
  const { status, output } = shell(command, folder, env)
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

function shell(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 240_000,
  })
  return { status, output: stdout + stderr }
}
