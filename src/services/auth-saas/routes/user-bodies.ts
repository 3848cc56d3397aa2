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
  notFuture,
  phoneNumber,
  text,
  texts,
  whole,
} from './body-parts.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { paramMissing, clerkFailure } from '#auth-saas/errors.ts'
import { requireSize } from '#auth-saas/rules/metadata.ts'
import { hashPassword, importedDigest, requirePassword } from '#auth-saas/rules/users/passwords.ts'
import { isTotpSecret } from '#auth-saas/rules/users/totp.ts'
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

export const CreateUser = v.strictObject({
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

export const UpdateUser = v.strictObject({
  ...common,
  primary_email_address_id: maybeText,
  notify_primary_email_address_changed: maybeFlag,
  primary_phone_number_id: maybeText,
  primary_web3_wallet_id: maybeText,
  profile_image_id: maybeText,
  sign_out_of_other_sessions: maybeFlag,
})

type CommonBody = v.InferOutput<v.StrictObjectSchema<typeof common, undefined>>

export const Metadata = v.strictObject({
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

/** @throws 422 for a user that nobody could sign in as. */
export function requireIdentifier({ body: input }: { readonly body: v.InferOutput<typeof CreateUser> }): void {
  const lists = [input.email_address, input.phone_number, input.web3_wallet]
  const has = lists.some((list) => (list?.length ?? 0) > 0) || (input.username ?? '') !== ''
  if (has || input.skip_user_requirement === true) return
  const sentence = 'At least one identifier is required: email_address, phone_number, web3_wallet or username.'
  throw clerkFailure(422, 'form_data_missing', 'missing data', sentence, {
    param_names: ['email_address', 'phone_number', 'username'],
  })
}

/** @throws 422 for an identifier that comes twice, and for statuses that are not as many as their identifiers. */
export function requireLists({ body: input }: { readonly body: v.InferOutput<typeof CreateUser> }): void {
  for (const name of ['email_address', 'phone_number'] as const) {
    const [list, status] = [input[name] ?? [], input[`${name}_identification_status`]]
    if (new Set(list).size < list.length) {
      throw clerkFailure(422, 'form_param_duplicate', 'is duplicate', `${name} has a value twice.`, {
        param_name: name,
      })
    }
    if (status === null || status === undefined || status.length === list.length) continue
    const sentence = `${name}_identification_status must have as many values as ${name}.`
    const meta = { param_name: `${name}_identification_status` }
    throw clerkFailure(422, 'form_param_array_length_mismatch', 'length mismatch', sentence, meta)
  }
}

/** @throws 422 for a password that is one of the user's own identifiers. */
export function requireOtherPassword({ body: input }: { readonly body: v.InferOutput<typeof CreateUser> }): void {
  const { password, skip_password_checks: skips } = input
  if (password === null || password === undefined || skips === true) return
  const own = [...(input.email_address ?? []), ...(input.phone_number ?? []), input.username ?? '']
  if (!own.includes(password.toLowerCase())) return
  const sentence = 'Password cannot match your email address, phone number or username.'
  throw clerkFailure(422, 'form_password_matches_identifier', sentence, sentence, { param_name: 'password' })
}

export function statusOf(
  list: readonly string[] | null | undefined,
  at: number,
): { reserved: boolean; verified: boolean } {
  const reserved = list?.[at] === 'reserved'
  return { reserved, verified: !reserved }
}
