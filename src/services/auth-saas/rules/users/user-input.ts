import * as v from 'valibot'
import { defined } from '#core/objects.ts'
import {
  emailAddress,
  maybe,
  maybeFlag,
  maybeMetadata,
  maybeText,
  metadata,
  moment,
  phoneNumber,
  text,
  texts,
  whole,
} from '../body-parts.ts'
import { notFuture } from '../past-moments.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { paramMissing, clerkFailure } from '#auth-saas/errors.ts'
import { requireSize } from '../metadata.ts'
import { hashPassword, importedDigest, requirePassword } from './passwords.ts'
import { isTotpSecret } from '#core/totp.ts'
import type { PasswordDigest, User } from '#auth-saas/schema/people.ts'

const common = {
  external_id: maybeText,
  first_name: maybe(v.pipe(text, v.maxLength(256))),
  last_name: maybe(v.pipe(text, v.maxLength(256))),
  locale: maybeText,
  username: maybe(v.pipe(text, v.maxLength(256))),
  password: maybeText,
  password_digest: maybeText,
  password_hasher: maybeText,
  skip_password_checks: maybeFlag,
  totp_secret: maybeText,
  backup_codes: maybe(texts),
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
  unsafe_metadata: maybeMetadata,
  delete_self_enabled: maybeFlag,
  create_organization_enabled: maybeFlag,
  create_organizations_limit: maybe(whole(0, 1_000_000)),
  legal_accepted_at: maybe(moment),
  skip_legal_checks: maybeFlag,
  created_at: maybe(moment),
  bypass_client_trust: maybeFlag,
}

const statuses = maybe(v.array(v.picklist(['verified', 'reserved'])))

/** The body that creates a user. */
export const UserInput = v.strictObject({
  ...common,
  email_address: maybe(v.array(emailAddress)),
  email_address_identification_status: statuses,
  phone_number: maybe(v.array(phoneNumber)),
  phone_number_identification_status: statuses,
  web3_wallet: maybe(v.array(text)),
  skip_password_requirement: maybeFlag,
  skip_user_requirement: maybeFlag,
  banned: maybeFlag,
  locked: maybeFlag,
})

/** The body that creates a user, as its schema has checked it. */
export type UserInput = v.InferOutput<typeof UserInput>

/** The body that changes a user. */
export const UserChanges = v.strictObject({
  ...common,
  primary_email_address_id: maybeText,
  notify_primary_email_address_changed: maybeFlag,
  primary_phone_number_id: maybeText,
  primary_web3_wallet_id: maybeText,
  profile_image_id: maybeText,
  sign_out_of_other_sessions: maybeFlag,
})

type CommonBody = v.InferOutput<v.StrictObjectSchema<typeof common, undefined>>

/** The body that changes the metadata of a user. */
export const MetadataChanges = v.strictObject({
  public_metadata: v.optional(metadata),
  private_metadata: v.optional(metadata),
  unsafe_metadata: v.optional(metadata),
})

/**
 * Returns the password of a body; undefined when it names none.
 *
 * @throws 422 for a short one and for a wrong digest.
 */
function passwordOf(call: AuthCall, input: CommonBody): PasswordDigest | null | undefined {
  const { password, password_digest: digest, password_hasher: hasher } = input
  if (digest !== null && digest !== undefined) {
    if (hasher === null || hasher === undefined) throw paramMissing('password_hasher')
    return importedDigest(digest, hasher)
  }
  if (password === undefined || password === null) return undefined
  if (input.skip_password_checks !== true) requirePassword(call, password)
  return hashPassword(call, password)
}

function totpOf({ totp_secret: secret }: CommonBody): string | null | undefined {
  if (secret === null || secret === undefined || isTotpSecret(secret)) return secret
  const sentence = 'totp_secret must be a valid base32 secret.'
  throw clerkFailure(422, 'invalid_totp_secret_code', 'is invalid', sentence, { param_name: 'totp_secret' })
}

/** Returns the members of a body that creations and changes share, in the form of a user. */
export function fieldsOf(call: AuthCall, input: CommonBody): Partial<User> {
  const totpSecret = totpOf(input)
  const password = passwordOf(call, input)
  const { clock } = call
  return defined({
    externalId: input.external_id,
    firstName: input.first_name,
    lastName: input.last_name,
    locale: input.locale,
    username: input.username === '' ? null : input.username?.toLowerCase(),
    password,
    ...(password === undefined ? {} : { passwordUpdatedAt: clock.now(), passwordCompromised: false }),
    ...(totpSecret === undefined
      ? {}
      : { totpSecret, totpVerified: totpSecret !== null, mfaEnabledAt: totpSecret === null ? null : clock.now() }),
    backupCodes: input.backup_codes ?? undefined,
    publicMetadata:
      input.public_metadata === undefined ? undefined : requireSize(input.public_metadata ?? {}, 'public_metadata'),
    privateMetadata:
      input.private_metadata === undefined ? undefined : requireSize(input.private_metadata ?? {}, 'private_metadata'),
    unsafeMetadata:
      input.unsafe_metadata === undefined ? undefined : requireSize(input.unsafe_metadata ?? {}, 'unsafe_metadata'),
    deleteSelfEnabled: input.delete_self_enabled ?? undefined,
    createOrganizationEnabled: input.create_organization_enabled ?? undefined,
    createOrganizationsLimit: input.create_organizations_limit,
    legalAcceptedAt:
      input.legal_accepted_at === null ? null : notFuture(input.legal_accepted_at, clock.now(), 'legal_accepted_at'),
    createdAt: notFuture(input.created_at, clock.now(), 'created_at'),
    bypassClientTrust: input.bypass_client_trust ?? undefined,
  })
}

/** Returns whether the identifier at a place of a list is reserved, or else verified. */
export function statusOf(
  list: readonly string[] | null | undefined,
  at: number,
): { reserved: boolean; verified: boolean } {
  const reserved = list?.[at] === 'reserved'
  return { reserved, verified: !reserved }
}
