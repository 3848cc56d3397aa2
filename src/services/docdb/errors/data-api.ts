import { Failure } from '#core/errors.ts'

/** Returns a failure of the Data API. */
export function dataApiFailure(status: number, message: string, errorCode = 'InvalidParameter'): Failure {
  return new Failure(status, message, { dataCode: errorCode })
}
