import type { CodehostCall } from '#codehost/call.ts'
import type { SettingKind } from '#codehost/schema/settings.ts'
import type { SettingTarget } from '#codehost/rules/settings/targets.ts'
import {
  openSealedValue,
  sealingKeyOf,
  type SealedValue,
  type SealedBoxes,
} from '#codehost/rules/settings/sealed-secrets.ts'

type SealingCall = CodehostCall & {
  readonly kind: SettingKind
  readonly target: SettingTarget
  readonly sealedBoxes: SealedBoxes
}

/**
 * A step: loads the functions for sealed boxes. It comes before all other steps, because rows that a step found before
 * this wait could be gone after it.
 */
export async function loadSealedBoxes(): Promise<{ readonly sealedBoxes: SealedBoxes }> {
  // Few requests need the cryptography, so it is loaded by those that do.
  return { sealedBoxes: await import('#codehost/rules/settings/sealed-boxes.ts') }
}

/**
 * A step: loads the public key with which clients seal the secrets of a repository or organization (X25519, base64).
 * https://docs.github.com/rest/guides/encrypting-secrets-for-the-rest-api
 */
export function loadSealingKey({ sealedBoxes, kind, target }: SealingCall): {
  readonly key: { key_id: string; key: string }
} {
  return { key: sealingKeyOf(sealedBoxes, kind, target) }
}

/**
 * A step: loads the value from the sealed box in the body; null for a body without one.
 *
 * @throws 422 for a box that is invalid or was sealed with another key.
 */
export function loadSealedValue({ sealedBoxes, kind, target, body }: SealingCall & { readonly body: SealedValue }): {
  readonly value: string | null
} {
  return { value: openSealedValue(sealedBoxes, kind, target, body) }
}
