import type { Email } from '#codehost/schema/accounts.ts'

/** An e-mail address of a user: `email`. */
export function emailJson({ email, primary, verified, visibility }: Email) {
  return { email, primary, verified, visibility }
}
