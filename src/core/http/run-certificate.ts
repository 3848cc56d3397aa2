import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DAY } from '../duration.ts'
import { wallNow } from '../real-time.ts'

// The certificates that runs trust are kept beside the authority of this machine, whose key signs them: signing needs a
// large library, which most processes then never load.

/** A stored certificate that expires sooner than this is replaced, in milliseconds. */
const RENEWAL = 2 * DAY

/** Returns the folder of the authority of this user on this machine. */
export function authorityFolder(): string {
  return join(tmpdir(), `backlot-ca-${userInfo().uid}`)
}

/** Returns the certificate, in PEM, that an earlier run made for the same hosts; null when none is kept. */
export function storedRunCertificate(hosts: readonly string[]): string | null {
  try {
    if (!isOwn(authorityFolder())) return null
    const certificate = readFileSync(fileOf(hosts), 'utf8')
    return Date.parse(new X509Certificate(certificate).validTo) - wallNow() >= RENEWAL ? certificate : null
  } catch {
    return null
  }
}

/** Keeps a certificate, in PEM, for later runs. Does nothing where the folder is not this user's own. */
export function storeRunCertificate(hosts: readonly string[], certificate: string): void {
  const unfinished = join(authorityFolder(), `${randomUUID()}.new`)
  try {
    if (!isOwn(authorityFolder())) return
    writeFileSync(unfinished, certificate, { mode: 0o600 })
    renameSync(unfinished, fileOf(hosts))
  } catch {
    // The next run makes its own.
  }
}

function fileOf(hosts: readonly string[]): string {
  const digest = createHash('sha256').update(hosts.join()).digest('hex')
  return join(authorityFolder(), `run-${digest}.pem`)
}

/** Returns whether a folder is one that only this user can read. */
function isOwn(folder: string): boolean {
  const { uid } = userInfo()
  const found = lstatSync(folder)
  // Windows has neither user ids nor modes.
  return found.isDirectory() && (uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0))
}
