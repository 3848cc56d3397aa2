import type { CodehostCall } from '#codehost/call.ts'
import type { SettingTarget } from '#codehost/rules/settings/targets.ts'
import {
  openSealedValue,
  sealingKeyOf,
  type SealedValue,
  type Sodium,
} from '#codehost/rules/settings/sealed-secrets.ts'

type SealingCall = CodehostCall & { readonly target: SettingTarget; readonly sodium: Sodium }

/**
 * A step: loads the functions for sealed boxes. It comes before all other steps, because rows that a step found before
 * this wait could be gone after it.
 */
export async function loadSodium(): Promise<{ readonly sodium: Sodium }> {
  // Few requests need the cryptography, so it is loaded by those that do.
  return { sodium: await import('#codehost/rules/settings/sealed-boxes.ts') }
}

/**
 * A step: loads the public key with which clients seal the secrets of a repository or organization (X25519, base64).
 * https://docs.github.com/rest/guides/encrypting-secrets-for-the-rest-api
 */
export function loadSealingKey({ sodium, target }: SealingCall): { readonly key: { key_id: string; key: string } } {
  return { key: sealingKeyOf(sodium, target) }
}

/**
 * A step: loads the value from the sealed box in the body; null for a body without one.
 *
 * @throws 422 for a box that is invalid or was sealed with another key.
 */
export function loadSealedValue({ sodium, target, body }: SealingCall & { readonly body: SealedValue }): {
  readonly value: string | null
} {
  return { value: openSealedValue(sodium, target, body) }
}
