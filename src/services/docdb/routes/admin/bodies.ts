import * as v from 'valibot'
import { ORGANIZATION_ROLES, PROJECT_ROLES } from '#docdb/schema/role-names.ts'

const key = v.pipe(v.string(), v.minLength(1), v.maxLength(255))

/** Tags of a project or a cluster. */
export const tags = v.array(v.strictObject({ key, value: key }))

/** Labels of a cluster or a database user. */
export const labels = v.array(v.strictObject({ key: v.exactOptional(key), value: v.exactOptional(key) }))

/** The name of a project or an organization. */
export const displayName = v.pipe(v.string(), v.regex(/^[\p{L}\p{N} \-_.(),:&@+']{1,64}$/u))

/** The name of a cluster. */
export const clusterName = v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-zA-Z0-9][a-zA-Z0-9-]*$/))

/** A moment in ISO 8601, which becomes epoch milliseconds. */
export const date = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => Date.parse(text)),
)

/** Members that only the vendor writes. A client that sends back a resource as it came is not refused for them. */
export const written = v.optional(v.unknown())

/** The names of roles in an organization, at least one. */
export const organizationRoles = v.pipe(v.array(v.picklist(ORGANIZATION_ROLES)), v.minLength(1))

/** The names of roles in a project, at least one. */
export const projectRoles = v.pipe(v.array(v.picklist(PROJECT_ROLES)), v.minLength(1))

/** The purpose of an API key or a service account. */
export const description = v.pipe(v.string(), v.minLength(1), v.maxLength(250))
