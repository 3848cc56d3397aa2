import { createHash } from 'node:crypto'

/**
 * The address of a service account: of a project, of App Engine or of Compute Engine.
 * https://cloud.google.com/iam/docs/service-account-types
 */
export const SERVICE_ACCOUNT = /^[^@\s]+@([a-z0-9-]+\.)*gserviceaccount\.com$/i

/**
 * Returns the unique id of an account, which is its `sub`: 21 digits that follow from the address, so that they are the
 * same in every run.
 */
export function accountIdOf(email: string): string {
  const digest = createHash('sha256').update(`oidc-a ${email.toLowerCase()}`).digest('hex').slice(0, 24)
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0').slice(0, 20)}`
}

/** Returns the id of the key that is made for a service account: 40 hexadecimal digits that follow from its address. */
export function accountKeyIdOf(email: string): string {
  return createHash('sha1').update(`oidc-a ${email.toLowerCase()}`).digest('hex')
}
