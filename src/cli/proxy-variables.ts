import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '#core/emulator-base.ts'
import { certificateAuthority } from '#core/http/certificates.ts'
import { tls } from '#intercept/builtins.ts'
import { trustingPrograms } from './trusting-programs.ts'
import { processInterceptor } from '#intercept/process-interceptor.ts'

/** The variables from which programs take the file of all authorities that they trust, each followed by its readers. */
const BUNDLE_VARIABLES = [
  'SSL_CERT_FILE', // OpenSSL: Python, Ruby, Go, Rust
  'REQUESTS_CA_BUNDLE', // Python's requests
  'CURL_CA_BUNDLE', // curl
  'AWS_CA_BUNDLE', // the AWS command line and SDKs
  'GIT_SSL_CAINFO', // git
] as const

/** Hosts that are called without the proxy. */
const LOOPBACK = 'localhost,127.0.0.1,::1'

/** Variables for a command, and the files that they name. */
interface ProxyVariables {
  readonly variables: Environment
  /** Removes the files. */
  remove(): Promise<void>
}

/**
 * Returns the variables that send a command's calls through the steering server of this process and make the command
 * trust the server's certificates. Authorities and exceptions that the environment has already remain.
 */
export async function proxyVariables(env: Readonly<Record<string, string | undefined>>): Promise<ProxyVariables> {
  const interceptor = processInterceptor()
  const { cert } = await certificateAuthority()
  const own = cert + (await interceptor.runCertificate())
  const folder = await mkdtemp(join(tmpdir(), 'backlot-exec-'))
  const [file, bundle] = [join(folder, 'backlot.pem'), join(folder, 'authorities.pem')]
  await writeFile(file, own)
  await writeFile(bundle, `${await trusted(env)}\n${own}`)
  const wgetrc = join(folder, 'wgetrc')
  await writeFile(wgetrc, `${await ownWgetrc(env)}\nca_certificate = ${bundle}\n`)
  interceptor.server.refusesTunnels = true
  const proxy = `http://127.0.0.1:${interceptor.server.port}`
  const excepted = [env['NO_PROXY'] ?? env['no_proxy'], LOOPBACK].filter((each) => each !== undefined && each !== '')
  const variables: Record<string, string> = {
    NODE_EXTRA_CA_CERTS: file,
    DENO_CERT: file,
    WGETRC: wgetrc,
    ...(await trustingPrograms(folder, { authority: file, bundle }, env)),
  }
  for (const name of BUNDLE_VARIABLES) variables[name] = bundle
  // curl reads http_proxy in lower case only, other programs only the names in upper case.
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) variables[name] = proxy
  for (const name of ['NO_PROXY', 'no_proxy']) variables[name] = excepted.join(',')
  return { variables, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Returns the user's settings of wget, which reads one such file. wget with GnuTLS, as Debian has it, takes its
 * authorities from there only. https://www.gnu.org/software/wget/manual/html_node/Wgetrc-Location.html
 */
async function ownWgetrc(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { WGETRC, HOME } = env
  const file = WGETRC ?? (HOME === undefined ? undefined : join(HOME, '.wgetrc'))
  if (file === undefined) return ''
  return readFile(file, 'utf8').catch(() => '')
}

/**
 * Returns the certificates of the authorities that programs trust now: those of the environment's own file, else those
 * of Node.js.
 */
async function trusted(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const own = BUNDLE_VARIABLES.map((name) => env[name]).find((path) => path !== undefined && path !== '')
  return own === undefined ? tls().rootCertificates.join('\n') : readFile(own, 'utf8')
}
