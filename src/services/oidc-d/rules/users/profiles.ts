import * as v from 'valibot'
import type { Rows } from '#oidc-d/call.ts'
import { alreadyExists, validationFailed } from '#oidc-d/errors.ts'
import type { JsonObject, User } from '#oidc-d/schema.ts'
import { complaintsAbout } from '../schemas/custom-attributes.ts'

/**
 * The maximum lengths of the default profile attributes.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/
 */
const LONGEST: Readonly<Record<string, number>> = {
  login: 100,
  email: 100,
  firstName: 50,
  lastName: 50,
  city: 128,
  countryCode: 2,
  mobilePhone: 100,
  primaryPhone: 100,
  secondEmail: 100,
  postalAddress: 4096,
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/

/** The schema of a profile in a body: attributes with any name. */
export const Profile = v.record(v.string(), v.unknown())

/**
 * Returns a valid profile: it has the required attributes in the right form, and a login that no other user has.
 *
 * @throws 400 with a cause for every invalid attribute.
 */
export function checkedProfile(rows: Rows, profile: JsonObject, user: User | null, typeId?: string): User['profile'] {
  const complaints: [attribute: string, complaint: string][] = []
  for (const attribute of ['login', 'firstName', 'lastName', 'email']) {
    const value = profile[attribute]
    if (value === undefined || value === null || value === '') {
      complaints.push([attribute, 'The field cannot be left blank'])
    }
  }
  for (const [attribute, longest] of Object.entries(LONGEST)) {
    const value = profile[attribute]
    if (value === undefined || value === null || value === '') continue
    if (typeof value !== 'string') complaints.push([attribute, 'Invalid value: expected a string'])
    else if (value.length > longest)
      complaints.push([attribute, `The field is too long (maximum is ${longest} characters)`])
    else if (attribute === 'login' && !EMAIL.test(value)) {
      complaints.push([attribute, 'Username must be in the form of an email address'])
    } else if ((attribute === 'email' || attribute === 'secondEmail') && !EMAIL.test(value)) {
      complaints.push([attribute, 'Does not match required pattern'])
    }
  }
  complaints.push(...complaintsAbout(rows, profile, user, typeId ?? user?.typeId))
  const [first] = complaints
  if (first !== undefined) {
    throw validationFailed(first[0], ...complaints.map(([attribute, complaint]) => `${attribute}: ${complaint}`))
  }
  // The checks above have found both to be texts.
  const { login, email } = profile as { login: string; email: string }
  const holder = rows.users.find('login', login.toLowerCase())
  if (holder !== undefined && holder.id !== user?.id) throw alreadyExists('login')
  return { ...profile, login, email }
}

/** Merges changes into a profile; attributes that the changes do not name stay. */
export function mergedProfile(before: JsonObject, changes: JsonObject): JsonObject {
  return { ...before, ...changes }
}

/** Returns a user's profile in the vendor's order, without empty attributes except those that are always present. */
export function profileOf({ profile }: User): JsonObject {
  const { firstName = null, lastName = null, mobilePhone = null, secondEmail = null, login, email, ...rest } = profile
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined))
  return { firstName, lastName, mobilePhone, secondEmail, ...known, login, email }
}
