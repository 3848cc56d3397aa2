import { codeNameOf, type CommandError } from '#docdb/errors/command-error.ts'
import type { Document } from '#docdb/values/value.ts'
import { REFUSED } from './outcome.ts'

/** Returns the reply to a command that is refused. */
export function errorReply(error: CommandError): Document {
  return {
    ok: REFUSED,
    errmsg: error.message,
    code: error.code,
    codeName: codeNameOf(error.code),
    ...error.extra,
    ...(error.labels.length === 0 ? {} : { errorLabels: [...error.labels] }),
  }
}
