import { invalidObjectState } from '#cloud/errors/s3.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'

/** @throws `InvalidObjectState` for an archived version, whose bytes can be neither read nor copied. */
export function checkNotArchived({ storageClass }: ObjectVersion): void {
  if (storageClass === 'GLACIER' || storageClass === 'DEEP_ARCHIVE') throw invalidObjectState(storageClass)
}
