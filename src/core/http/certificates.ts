import { DAY } from '../duration.ts'
import { X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, readFile, rename, rm, lstat, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { SelfsignedOptions, SubjectAltNameEntry } from 'selfsigned'

/** The validity of the authority and of its certificates, in milliseconds; browsers accept no more than 398 days. */
const AUTHORITY_LIFETIME = 365 * DAY
const CERTIFICATE_LIFETIME = 90 * DAY

/** An authority that expires sooner than this is replaced, in milliseconds. */
const RENEWAL = 30 * DAY

const CERTIFICATE = 'ca.pem'
const KEY = 'ca-key.pem'

/** The key and certificate of the TLS servers of this process, in PEM. */
export interface ServerCertificate {
  readonly key: string
  readonly cert: string
  /** The path of the signing authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly authorityFile: string
}

// All instances of the process share one certificate: making one takes about 20 ms.
let shared: Promise<ServerCertificate> | undefined

/** Returns a certificate for localhost, every name below it and the loopback addresses. */
export function serverCertificate(): Promise<ServerCertificate> {
  shared ??= issue().catch((error: unknown) => {
    shared = undefined
    throw error
  })
  return shared
}

function issue(): Promise<ServerCertificate> {
  return certificateFor('localhost', [
    { type: 2, value: 'localhost' },
    { type: 2, value: '*.localhost' },
    { type: 7, ip: '127.0.0.1' },
    { type: 7, ip: '::1' },
  ])
}

/** Makes a certificate for exactly one host name or address. Making one takes some 20 ms, so callers keep it. */
export function certificateOf(host: string): Promise<ServerCertificate> {
  return certificateFor(host, [isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }])
}

async function certificateFor(commonName: string, altNames: SubjectAltNameEntry[]): Promise<ServerCertificate> {
  const authority = await certificateAuthority()
  const { generate } = await import('selfsigned')
  // A common name has at most 64 characters, and clients look at the alternative names only. RFC 5280 appendix A
  const { private: key, cert } = await generate([{ name: 'commonName', value: commonName.slice(0, 64) }], {
    ...KIND,
    ca: { key: authority.key, cert: authority.cert },
    notAfterDate: new Date(Date.now() + CERTIFICATE_LIFETIME),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { key, cert, authorityFile: authority.file }
}

const KIND: SelfsignedOptions = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' }

/** The certificate authority of this user on this machine, in PEM. */
interface Authority {
  readonly key: string
  readonly cert: string
  /** The path of `cert`. */
  readonly file: string
}

/**
 * Returns the authority of this user. It is made once and stored in the folder for temporary files, readable by this
 * user alone. A process that trusts it (`NODE_EXTRA_CA_CERTS` is read when Node starts) trusts the instances of every
 * other process.
 */
export async function certificateAuthority(): Promise<Authority> {
  const { uid } = userInfo()
  const directory = join(tmpdir(), `backlot-authority-${uid}`)
  const stored = await readAuthority(directory, uid)
  if (stored !== null) return stored
  const made = await makeAuthority()
  if (!(await moved(made, directory))) {
    const theirs = await readAuthority(directory, uid)
    if (theirs !== null) {
      // Another process has made one meanwhile.
      await rm(made, { recursive: true, force: true })
      return theirs
    }
    // The stored authority is about to expire; or the folder belongs to another user, and this process uses an
    // authority of its own.
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

/** Returns the authority in a directory; null when there is none, it is about to expire, or others can read it. */
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
    return Date.parse(new X509Certificate(cert).validTo) - Date.now() < RENEWAL ? null : { key, cert, file }
  } catch {
    return null
  }
}

/** Makes an authority in a new directory and returns its path. */
async function makeAuthority(): Promise<string> {
  const { generate } = await import('selfsigned')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'backlot test authority' }], {
    ...KIND,
    notAfterDate: new Date(Date.now() + AUTHORITY_LIFETIME),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  // mkdtemp creates a directory that only its owner can read.
  const directory = await mkdtemp(join(tmpdir(), 'backlot-authority-'))
  await writeFile(join(directory, KEY), key, { mode: 0o600 })
  await writeFile(join(directory, CERTIFICATE), cert)
  await chmod(directory, 0o700)
  return directory
}
