import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registry } from '../registry.ts'
import { run } from './run.ts'

const SEED = `tokens: { dev: { login: octocat, scopes: [repo] } }
codehost: { users: [{ login: octocat }], repos: [{ owner: octocat, name: hello-world }] }
`

/** Runs `backlot exec` with codehost; the command writes its result into the file that RESULT names. */
async function exec(command: readonly string[], flags: readonly string[] = [], env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'exec-'))
  const result = join(folder, 'result')
  await writeFile(result, '')
  await writeFile(join(folder, 'backlot.config.yaml'), SEED)
  const errors: string[] = []
  const code = await run(['exec', '--service', 'codehost', ...flags, '--', ...command], {
    cwd: folder,
    env: { PATH: process.env['PATH'], RESULT: result, ...env },
    version: '1.2.3',
    services: registry,
    isTerminal: false,
    openBrowser: () => undefined,
    stopped: new Promise(() => undefined),
    stdout: () => undefined,
    stderr: (text) => void errors.push(text),
  })
  return { code, errors: errors.join(''), result: await readFile(result, 'utf8') }
}

const node = (program: string): string[] => [process.execPath, '--input-type=module', '-e', program]

/**
 * A program that knows nothing of backlot but the proxy and the authorities of its environment, as those of other
 * languages.
 */
const throughProxy = (url: string): string[] =>
  node(`
    import { writeFileSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    const { status, stdout, stderr } = spawnSync('curl', ['-sS', '-w', ' %{http_code}', '-A', 'test', '${url}'], { encoding: 'utf8' })
    writeFileSync(process.env.RESULT, stdout + stderr)
    process.exitCode = status ?? 1
  `)

const hasWget = spawnSync('wget', ['--version']).status === 0
const hasGit = spawnSync('git', ['--version']).status === 0
const hasPython = spawnSync('python3', ['-c', 'import ssl']).status === 0
const hasRuby = spawnSync('ruby', ['-ropenssl', '-e', '']).status === 0
const hasPhp = spawnSync('php', ['-v']).status === 0

/** Debian's Python, which has Debian's package of Stripe's SDK. */
const python = '/usr/bin/python3'
const hasStripeForPython = spawnSync(python, ['-c', 'import stripe']).status === 0
const hasStripeForRuby =
  spawnSync('ruby', ['-e', 'require "stripe"'], { env: { PATH: process.env['PATH'] } }).status === 0
const hasCurl = spawnSync('curl', ['--version']).status === 0

describe('backlot exec', () => {
  it('gives each test of any runner a tenant, which the application takes from the header of its request', async () => {
    const { code, errors, result } = await exec(
      node(`
        import { writeFileSync } from 'node:fs'
        import { createServer } from 'node:http'
        const issues = 'https://api.github.com/repos/octocat/hello-world/issues'
        const headers = { authorization: 'Bearer dev', 'user-agent': 'test' }
        const application = createServer(async (request, response) => {
          const title = request.url.slice(1)
          await fetch(issues, { method: 'POST', headers, body: JSON.stringify({ title }) })
          await new Promise((resolve) => setTimeout(resolve, 5))
          const all = await (await fetch(issues, { headers })).json()
          response.end(all.map((each) => each.title).join())
        })
        await new Promise((resolve) => application.listen(0, '127.0.0.1', resolve))
        const origin = 'http://127.0.0.1:' + application.address().port
        const test = async (name) => {
          const json = { 'content-type': 'application/json' }
          const made = await fetch('https://api.github.com/_backlot/tenants', { method: 'POST', headers: json })
          const { headers: own } = await made.json()
          const cookie = 'backlot-tenant=' + own['x-backlot-tenant']
          await fetch(origin + '/' + name + '1', { headers: own })
          return (await fetch(origin + '/' + name + '2', { headers: { cookie } })).text()
        }
        writeFileSync(process.env.RESULT, (await Promise.all(['a', 'b', 'c'].map(test))).join(' '))
        process.exit()
      `),
    )
    expect([code, errors, result]).toEqual([0, '', 'a2,a1 b2,b1 c2,c1'])
  })

  it('lets a process of Node.js call the vendor’s own host, and ends with its exit code', async () => {
    const { code, errors, result } = await exec(
      node(`
        import { writeFileSync } from 'node:fs'
        const response = await fetch('https://api.github.com/repos/octocat/hello-world')
        writeFileSync(process.env.RESULT, (await response.json()).html_url)
        process.exit(7)
      `),
    )
    expect([code, errors, result]).toEqual([7, '', 'https://github.com/octocat/hello-world'])
  })

  it.skipIf(!hasCurl)('lets a program of another language call it, through the proxy of its environment', async () => {
    const { code, errors, result } = await exec(throughProxy('https://api.github.com/repos/octocat/hello-world'))
    expect([code, errors]).toEqual([0, ''])
    expect(result).toContain('"html_url":"https://github.com/octocat/hello-world"')
    expect(result).toMatch(/ 200$/)
  })

  it.skipIf(!hasGit)('lets git clone from the vendor’s own host, and push to it', async () => {
    const { code, errors, result } = await exec(
      [
        'sh',
        '-ec',
        `git clone -q https://github.com/octocat/hello-world.git copy
        cd copy
        git config http.https://github.com/.extraHeader "Authorization: Bearer $GITHUB_TOKEN"
        git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m New
        git push -q origin HEAD:main
        git ls-remote origin HEAD | cut -f1 > "$RESULT"
        git rev-parse HEAD >> "$RESULT"`,
      ],
      [],
      { GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    )
    expect([code, errors]).toEqual([0, ''])
    const [remote, own] = result.trim().split('\n')
    expect(remote).toMatch(/^[0-9a-f]{40}$/)
    expect(own).toBe(remote)
  })

  it.skipIf(!hasCurl)('fails for a call to a host that no service stands in for, also over plain HTTP', async () => {
    const { code, errors, result } = await exec(throughProxy('http://api.sendgrid.com/v3/mail'))
    expect(code).toBe(1)
    expect(result).toMatch(/502$/)
    expect(errors).toBe(
      'backlot: refused calls to hosts that no service stands in for:\n' +
        '  GET http://api.sendgrid.com/v3/mail\nallow them with --allow api.sendgrid.com\n',
    )
  })

  it.skipIf(!hasCurl)('tells a program why a tunnel to such a host is refused', async () => {
    const { code, errors, result } = await exec(throughProxy('https://api.sendgrid.com/v3/mail'))
    expect(code).not.toBe(0)
    expect(result).toContain('CONNECT tunnel failed, response 502')
    expect(errors).toContain('  https://api.sendgrid.com\nallow them with --allow api.sendgrid.com\n')
  })

  it('lets the command trust this machine and the hosts of the vendors, and no others', async () => {
    const { result } = await exec(
      node(`
        import { readFileSync, writeFileSync } from 'node:fs'
        const { NODE_EXTRA_CA_CERTS: file, BACKLOT_HOSTS: hosts } = process.env
        const all = readFileSync(file, 'utf8') + JSON.parse(readFileSync(hosts, 'utf8')).authority
        writeFileSync(process.env.RESULT, all)
      `),
    )
    const certificates = result.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []
    // The names are texts in the certificate.
    const named = (each: string): string[] =>
      ['localhost', 'api.github.com'].filter((name) => Buffer.from(each, 'base64').includes(name))
    const bodies = certificates.map((each) => each.replaceAll(/-----.*?-----|\n/g, ''))
    expect(bodies.map(named)).toEqual([['localhost'], ['localhost', 'api.github.com'], ['localhost', 'api.github.com']])
  })

  // Other systems have one loopback address only, which no program calls through a proxy.
  it.skipIf(!hasCurl || process.platform !== 'linux')('lets a program call a host that is allowed', async () => {
    const server = createServer((request, response) => response.end(`path ${request.url}`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // a TCP server's address
    const { code, errors, result } = await exec(throughProxy(`http://127.0.0.2:${port}/a?b=c`))
    expect([code, errors, result]).toEqual([0, '', 'path /a?b=c 200'])
  })

  it('fails when a process of Node.js swallows the error of such a call, and names the caller', async () => {
    const { code, errors } = await exec(node(`await fetch('https://api.sendgrid.com/v3/mail').catch(() => {})`))
    expect(code).toBe(1)
    expect(errors).toContain('GET https://api.sendgrid.com/v3/mail')
  })

  it.runIf(hasWget)('lets wget trust this machine, and keeps its settings', async () => {
    const home = await mkdtemp(join(tmpdir(), 'exec-home-'))
    await writeFile(join(home, '.wgetrc'), 'user_agent = of-the-user')
    const wget = ['sh', '-c', 'wget -q -O "$RESULT" https://api.github.com/zen && cat "$WGETRC" >> "$RESULT"']
    const { code, result } = await exec(wget, [], { HOME: home })
    expect(code).toBe(0)
    expect(result).toMatch(/^\S.+\.user_agent = of-the-user\nca_certificate = .+\n$/)
  })

  describe('lets an SDK trust this machine that brings its own authorities and reads no variable', () => {
    /** Writes a file of authorities of which none is backlot's. */
    const authorities = async (): Promise<string> => {
      const file = join(await mkdtemp(join(tmpdir(), 'exec-')), 'sdk.pem')
      await writeFile(file, rootCertificates.slice(0, 2).join('\n'))
      return file
    }

    it.skipIf(!hasPython)('in Python, and keeps the module that the environment has for its start', async () => {
      const own = await mkdtemp(join(tmpdir(), 'exec-python-'))
      await writeFile(join(own, 'sitecustomize.py'), 'import builtins\nbuiltins.of_the_user = "kept"\n')
      const program = `
import os, ssl, urllib.request
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.load_verify_locations(os.environ["SDK"])
answer = urllib.request.urlopen("https://api.github.com/zen", context=context)
open(os.environ["RESULT"], "w").write(f"{answer.status} {of_the_user}")
`
      const { code, result } = await exec(['python3', '-c', program], [], { SDK: await authorities(), PYTHONPATH: own })
      expect([code, result]).toEqual([0, '200 kept'])
    })

    it.skipIf(!hasRuby)('in Ruby, also where it names no proxy', async () => {
      const program = `
        require 'net/http'
        http = Net::HTTP.new('api.github.com', 443, nil, nil)
        http.use_ssl = true
        http.cert_store = OpenSSL::X509::Store.new.tap { |store| store.add_file(ENV['SDK']) }
        File.write(ENV['RESULT'], http.get('/zen', { 'user-agent' => 'test' }).code)
      `
      const { code, result } = await exec(['ruby', '-e', program], [], { SDK: await authorities() })
      expect([code, result]).toEqual([0, '200'])
    })

    it.skipIf(!hasPhp)('in PHP, by the setter of the SDK that Composer has', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'exec-php-'))
      await mkdir(join(folder, 'vendor/stripe/stripe-php'), { recursive: true })
      const sdk = 'class Stripe { static $path; static function setCABundlePath($path) { self::$path = $path; } }'
      await writeFile(
        join(folder, 'vendor/autoload.php'),
        `<?php namespace Stripe; if (!class_exists(Stripe::class, false)) { ${sdk} }`,
      )
      const program = join(folder, 'app.php')
      await writeFile(
        program,
        `<?php require __DIR__ . '/vendor/autoload.php';
        file_put_contents(getenv('RESULT'), file_get_contents(Stripe\\Stripe::$path) . ini_get('openssl.cafile'));`,
      )
      const { code, result } = await exec(['php', program])
      expect(code).toBe(0)
      expect(result.match(/-----BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(rootCertificates.length)
      expect(result).toMatch(/authorities\.pem$/)
    })
  })

  // `npm run test:languages` runs the SDKs of Ruby and PHP too, which Debian does not package.
  describe('lets Stripe’s own SDK call the vendor’s own host', () => {
    it.skipIf(!hasStripeForPython)('in Python', async () => {
      const program = `
import os, stripe
stripe.api_key, stripe.max_network_retries = os.environ["STRIPE_SECRET_KEY"], 0
email = stripe.Customer.create(email="grace@example.com").email
open(os.environ["RESULT"], "w").write(f"{stripe.api_base} {email}")
`
      const { code, errors, result } = await exec([python, '-c', program], ['--service', 'payments'])
      expect([code, errors, result]).toEqual([0, '', 'https://api.stripe.com grace@example.com'])
    })

    it.skipIf(!hasStripeForRuby)('in Ruby', async () => {
      const program = `
        require 'stripe'
        stripe = Stripe::StripeClient.new(ENV['STRIPE_SECRET_KEY'])
        File.write(ENV['RESULT'], stripe.v1.customers.create(email: 'grace@example.com').email)
      `
      const { code, errors, result } = await exec(['ruby', '-e', program], ['--service', 'payments'])
      expect([code, errors, result]).toEqual([0, '', 'grace@example.com'])
    })
  })

  it('leaves variables and authorities that the environment has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'exec-'))
    const own = join(folder, 'own.pem')
    await writeFile(own, 'OWN AUTHORITY\n')
    const { result } = await exec(
      node(`
        import { readFileSync, writeFileSync } from 'node:fs'
        const { NO_PROXY, GIT_SSL_CAINFO, CODEHOST_TOKEN } = process.env
        writeFileSync(process.env.RESULT, [NO_PROXY, readFileSync(GIT_SSL_CAINFO, 'utf8').split('\\n')[0], CODEHOST_TOKEN].join())
      `),
      [],
      { NO_PROXY: 'internal.test', SSL_CERT_FILE: own, CODEHOST_TOKEN: 'mine' },
    )
    expect(result).toBe('internal.test,localhost,127.0.0.1,::1,OWN AUTHORITY,mine')
  })

  it('says that a command cannot be run, and that there is none', async () => {
    expect((await exec(['no-such-program'])).errors).toMatch(/^backlot: exec: cannot run "no-such-program": /)
    expect((await exec([])).errors).toBe(
      'backlot: backlot exec needs a command after --, as in: backlot exec -- pytest\n',
    )
  })

  it('refuses a wrong way to treat other hosts', async () => {
    const { code, errors } = await exec(node(''), ['--unhandled', 'ignore'])
    expect([code, errors]).toEqual([1, 'backlot: --unhandled: expected error, warn or bypass, got "ignore"\n'])
  })
})
