import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { certificateAuthority } from './certificates.ts'
import { authorityFolder, storedRunCertificate, storeRunCertificate } from './run-certificate.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-run-certificate-'))
  vi.stubEnv('TMPDIR', folder)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('a later run finds the certificate for the same hosts, and none for others', async () => {
  const { cert } = await certificateAuthority()
  expect(storedRunCertificate(['api.github.com'])).toBeNull()
  storeRunCertificate(['api.github.com'], cert)
  expect(storedRunCertificate(['api.github.com'])).toBe(cert)
  expect(storedRunCertificate(['api.stripe.com'])).toBeNull()
})

test('a text that is no certificate counts as none', async () => {
  await certificateAuthority()
  storeRunCertificate(['api.github.com'], 'half a certifi')
  expect(storedRunCertificate(['api.github.com'])).toBeNull()
})

test('a certificate that expires within two days counts as none', async () => {
  const { cert } = await certificateAuthority()
  storeRunCertificate(['api.github.com'], cert)
  const { authorityCertificate } = await import('./x509.ts')
  const { key } = await certificateAuthority()
  storeRunCertificate(['api.stripe.com'], authorityCertificate({ key, name: 'short' }, { days: 1, permitted: null }))
  expect(storedRunCertificate(['api.github.com'])).toBe(cert)
  expect(storedRunCertificate(['api.stripe.com'])).toBeNull()
})

test.skipIf(process.platform === 'win32')('nothing is read or kept in a folder that others can read', async () => {
  const { cert } = await certificateAuthority()
  storeRunCertificate(['api.github.com'], cert)
  chmodSync(authorityFolder(), 0o755)
  expect(storedRunCertificate(['api.github.com'])).toBeNull()
  storeRunCertificate(['api.stripe.com'], cert)
  chmodSync(authorityFolder(), 0o700)
  expect(storedRunCertificate(['api.stripe.com'])).toBeNull()
})
