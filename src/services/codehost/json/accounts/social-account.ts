import type { SocialAccount } from '#codehost/schema/social.ts'

/** A profile at another site: `social-account`. */
export function socialAccountJson({ provider, url }: SocialAccount) {
  return { provider, url }
}
