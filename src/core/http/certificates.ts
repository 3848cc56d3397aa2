import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, readFile, rename, rm, lstat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DAY } from '../duration.ts'
import { authorityFolder } from './run-certificate.ts'
import { wallNow } from '../real-time.ts'
import { shared } from '../shared.ts'

/** The validity of what {@link certificateAuthority} and {@link serverCertificate} return, in days. */
const LIFETIME = 30

/** The validity of the authority that a run trusts for the vendors' hosts, in days. */
const RUN_LIFETIME = 7

/** A stored certificate that expires sooner than this is replaced, in milliseconds. */
const RENEWAL = 10 * DAY

const CERTIFICATE = 'ca.pem'
const KEY = 'ca-key.pem'

/** The addresses and names of this machine: the stored authority signs for nothing else. */
const THIS_MACHINE = ['localhost', '127.0.0.0/8', '::1/128'] as const

/**
 * The names by which one key signs. Each has a certificate of its own, because a client that trusts two certificates of
 * one name looks at one of them only.
 */
const NAMES = {
  /** For {@link THIS_MACHINE}; stored. */
  machine: 'backlot test authority',
  /** For the vendors' hosts in use, in the processes that a run starts. */
  run: 'backlot run authority',
  /** For every host, in the memory of the process that intercepts them. */
  process: 'backlot process authority',
} as const

/** The key and certificate of a TLS server, in PEM. */
export interface ServerKey {
  readonly key: string
  readonly cert: string
}

/** The key and certificate of the TLS servers of this process, in PEM. */
export interface ServerCertificate extends ServerKey {
  /** The path of the signing authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly authorityFile: string
}

// All instances of the process share one certificate: making one takes about 20 ms.
let server: Promise<ServerCertificate> | undefined

/** Returns a certificate for localhost, every name below it and the loopback addresses. */
export function serverCertificate(): Promise<ServerCertificate> {
  server ??= issue().catch((error: unknown) => {
    server = undefined
    throw error
  })
  return server
}

async function issue(): Promise<ServerCertificate> {
  const { key: authorityKey, file } = await certificateAuthority()
  const { serverCertificateOf } = await import('./x509.ts')
  const names = ['localhost', '*.localhost', '127.0.0.1', '::1']
  const key = newKey()
  const cert = serverCertificateOf({ key: authorityKey, name: NAMES.machine }, { key, names, days: LIFETIME })
  return { key, cert, authorityFile: file }
}

/** Signs for the hosts that a process intercepts. */
export interface InterceptionAuthority {
  /**
   * The certificate that signs for every host, by a key that never leaves the memory of this process. Only clients of
   * this process are given it: they get certificates of hosts to which no call may be made, so that the call is known
   * before it is refused.
   */
  readonly processCertificate: string
  /**
   * Returns the certificate for the programs that a run starts, by the stored key: for this machine, `hosts` and the
   * names below them. It is valid for a week.
   */
  runCertificate(hosts: readonly string[]): string
  /** Makes a certificate for exactly one host name or address, for clients of this process or of those of the run. */
  serverKeyOf(host: string, clients: 'process' | 'run'): ServerKey
}

// Clients trust the first authority of the process; another copy of this module must sign by the same.
const interception = shared('interception authority', (): { made: Promise<InterceptionAuthority> | null } => ({
  made: null,
}))

/** Returns the authority that signs for intercepted hosts; one for each process. */
export function interceptionAuthority(): Promise<InterceptionAuthority> {
  interception.made ??= makeInterceptionAuthority().catch((error: unknown) => {
    interception.made = null
    throw error
  })
  return interception.made
}

async function makeInterceptionAuthority(): Promise<InterceptionAuthority> {
  const { key } = await certificateAuthority()
  const { authorityCertificate, serverCertificateOf } = await import('./x509.ts')
  const run = { key, name: NAMES.run }
  const own = { key: newKey(), name: NAMES.process }
  return {
    processCertificate: authorityCertificate(own, { days: LIFETIME, permitted: null }),
    runCertificate: (hosts) =>
      authorityCertificate(run, { days: RUN_LIFETIME, permitted: [...THIS_MACHINE, ...new Set(hosts)] }),
    serverKeyOf(host, clients) {
      const serverKey = newKey()
      const signer = clients === 'run' ? run : own
      return { key: serverKey, cert: serverCertificateOf(signer, { key: serverKey, names: [host], days: LIFETIME }) }
    },
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The certificate authority of this user on this machine, in PEM. */
interface Authority {
  readonly key: string
  readonly cert: string
  /** The path of `cert`. */
  readonly file: string
}

/**
 * Returns the authority of this user, which may sign for localhost, the names below it and the loopback addresses. It
 * is stored in the folder for temporary files, readable by this user alone, and valid for a month. One that expires
 * soon is renewed with its key, so that processes that trust the one before trust it too. A process that trusts it
 * (`NODE_EXTRA_CA_CERTS` is read when Node starts) trusts the instances of every other process.
 */
export async function certificateAuthority(): Promise<Authority> {
  const { uid } = userInfo()
  const directory = authorityFolder()
  const stored = await readAuthority(directory, uid)
  if (stored !== null) return isFresh(stored) ? stored : renew(stored)
  const made = await makeAuthority()
  if (!(await moved(made, directory))) {
    const theirs = await readAuthority(directory, uid)
    if (theirs !== null) {
      // Another process has made one meanwhile.
      await rm(made, { recursive: true, force: true })
      return theirs
    }
    // The folder is not this user's alone; where it belongs to another user, this process uses an authority of its own.
    await rm(directory, { recursive: true, force: true }).catch(() => undefined)
    await moved(made, directory)
  }
  const authority = (await readAuthority(directory, uid)) ?? (await readAuthority(made, uid))
  if (authority === null) throw new Error(`${directory}: cannot keep a certificate authority there; is the disk full?`)
  return authority
}

/** Moves a directory to a path that is free or an empty directory; returns false when it cannot. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch {
    return false
  }
}

/**
 * Returns true for a certificate that does not expire soon, is valid no longer than a new one, and has its name:
 * another version of backlot may have made it.
 */
function isFresh({ cert }: Authority): boolean {
  const { validFrom, validTo, subject } = new X509Certificate(cert)
  if (subject !== `O=${NAMES.machine}`) return false
  const [start, end] = [Date.parse(validFrom), Date.parse(validTo)]
  return end - wallNow() >= RENEWAL && end - start <= LIFETIME * DAY
}

/** Replaces the certificate of a stored authority; no process reads half of it. */
async function renew({ key, file }: Authority): Promise<Authority> {
  const cert = await machineCertificate(key)
  const made = `${file}.${process.pid}`
  await writeFile(made, cert)
  await rename(made, file)
  return { key, cert, file }
}

async function machineCertificate(key: string): Promise<string> {
  const { authorityCertificate } = await import('./x509.ts')
  return authorityCertificate({ key, name: NAMES.machine }, { days: LIFETIME, permitted: THIS_MACHINE })
}

/** Returns the authority in a directory; null when there is none, or others can read it. */
async function readAuthority(directory: string, uid: number): Promise<Authority | null> {
  try {
    // A symbolic link could name a folder that another user may have chosen.
    const found = await lstat(directory)
    if (!found.isDirectory()) return null
    const { mode, uid: owner } = found
    // Windows has neither user ids nor modes.
    if (uid >= 0 && (owner !== uid || (mode & 0o077) !== 0)) return null
    const file = join(directory, CERTIFICATE)
    const [cert, key] = await Promise.all([readFile(file, 'utf8'), readFile(join(directory, KEY), 'utf8')])
    return new X509Certificate(cert).ca ? { key, cert, file } : null
  } catch {
    return null
  }
}

/** Makes an authority in a new directory and returns its path. */
async function makeAuthority(): Promise<string> {
  const key = newKey()
  const cert = await machineCertificate(key)
  // mkdtemp creates a directory that only its owner can read.
  const directory = await mkdtemp(join(tmpdir(), 'backlot-ca-'))
  await writeFile(join(directory, KEY), key, { mode: 0o600 })
  await writeFile(join(directory, CERTIFICATE), cert)
  await chmod(directory, 0o700)
  return directory
}
