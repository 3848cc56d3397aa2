import type { ProjectDomain } from '#deployhost/schema.ts'

/** Returns the name of the TXT record. */
export function challengeDomain({ apexName }: ProjectDomain): string {
  return `_vercel.${apexName}`
}

/** Returns the content of the TXT record. */
export function challengeValue({ name, challenge }: ProjectDomain): string {
  return `vc-domain-verify=${name},${challenge}`
}
