import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

/** 400: an SQL expression, or the object that it reads, is not valid; the codes are those of S3 Select. */
export function selectFailure(code: string, message: string): Failure {
  return cloudFailure(400, code, message)
}
