import type { Dialect } from '../../core/errors.ts'
import type { DocdbCall } from './call.ts'
import { adminDialect } from './errors-admin.ts'

/** The refusals of both APIs. */
export const dialect: Dialect<DocdbCall> = adminDialect
