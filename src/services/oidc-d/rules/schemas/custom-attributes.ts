import type { Rows } from '#oidc-d/call.ts'
import type { JsonObject, User } from '#oidc-d/schema.ts'
import { USER_TYPE_ID } from '../identifiers.ts'
import { numberOr } from '../json-objects.ts'

/** Returns what is wrong with the custom attributes of a profile, each with the name of the attribute. */
export function complaintsAbout(
  rows: Rows,
  profile: JsonObject,
  user: Pick<User, 'id'> | null,
  typeId: string = USER_TYPE_ID,
): [attribute: string, complaint: string][] {
  const custom = rows.profileSchemas.find('userType', typeId)?.custom ?? {}
  return Object.entries(custom).flatMap(([name, attribute]) => {
    const complaint = complaintAbout(rows, attribute, profile[name], { name, user })
    return complaint === null ? [] : [[name, complaint]]
  })
}

function complaintAbout(
  rows: Rows,
  attribute: JsonObject,
  value: unknown,
  { name, user }: { readonly name: string; readonly user: Pick<User, 'id'> | null },
): string | null {
  if (value === undefined || value === null || value === '') {
    return attribute['required'] === true ? 'The field cannot be left blank' : null
  }
  const { type, minLength, maxLength, minimum, maximum } = attribute
  if (!isOfType(value, type)) return `Invalid value: expected ${String(type)}`
  if (typeof value === 'string') {
    if (value.length < numberOr(minLength, 0))
      return `The field is too short (minimum is ${String(minLength)} characters)`
    if (value.length > numberOr(maxLength, Infinity))
      return `The field is too long (maximum is ${String(maxLength)} characters)`
  }
  if (typeof value === 'number' && (value < numberOr(minimum, -Infinity) || value > numberOr(maximum, Infinity))) {
    return 'The value is out of range'
  }
  if (Array.isArray(attribute['enum']) && !attribute['enum'].includes(value)) return 'The value is not one of the enum'
  const isTaken =
    attribute['unique'] === 'UNIQUE_VALIDATED' &&
    rows.users.all().some((each) => each.id !== user?.id && each.profile[name] === value)
  return isTaken ? 'An object with this field already exists in the current organization' : null
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
