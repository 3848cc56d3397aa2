import * as v from 'valibot'
import type { CloudCall, CloudContext } from '#cloud/call.ts'
import { invalidObjectState, restoreInProgress, restoreNotAllowed } from '#cloud/errors/s3-archive.ts'
import { element } from '#cloud/protocols/read-xml.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'
import { emitRestoreEvent } from '../events/emit-event.ts'
import { midnightAfter } from '../lifecycle/rules.ts'

/**
 * The hours that the restoration of an object takes at most, by its storage class and tier.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/restoring-objects-retrieval-options.html
 */
const HOURS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  GLACIER: { Expedited: 1 / 12, Standard: 5, Bulk: 12 },
  DEEP_ARCHIVE: { Standard: 12, Bulk: 48 },
}

const tier = v.optional(v.picklist(['Standard', 'Bulk', 'Expedited']))

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_RestoreRequest.html, without its queries. */
export const restoreSchema = element({
  Days: v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number)),
  GlacierJobParameters: v.optional(element({ Tier: tier })),
  Tier: tier,
})

/**
 * Starts the restoration of an archived version, or moves the end of a restored copy, and returns which of both.
 *
 * @throws `InvalidObjectState` for a version that is not archived, and `RestoreAlreadyInProgress`.
 */
export function restore(
  { rows, clock, schedule }: CloudCall,
  version: ObjectVersion,
  { Days, GlacierJobParameters, Tier }: v.InferOutput<typeof restoreSchema>,
): 'started' | 'extended' {
  const hours = HOURS[version.storageClass]
  if (hours === undefined) throw restoreNotAllowed(version.storageClass)
  const now = clock.now()
  const state = restoreState(version, now)
  if (state === 'ongoing') throw restoreInProgress()
  const took = hours[GlacierJobParameters?.Tier ?? Tier ?? 'Standard']
  if (took === undefined) throw restoreNotAllowed(version.storageClass)
  const readyAt = state === 'restored' ? now : now + took * 3_600_000
  const until = midnightAfter(readyAt, Days)
  rows.objects.update(version.id, { restore: { readyAt, until } })
  if (state !== 'restored') schedule(readyAt - now, 'completeRestore', version.id)
  if (until !== version.restore?.until) schedule(until - now, 'endRestore', version.id)
  return state === 'restored' ? 'extended' : 'started'
}

/** The timers that tell that a restored copy is there, and that it is gone. */
export const restoreTimers = {
  completeRestore: (context: CloudContext, id: number): void => emitStep(context, id, 'readyAt'),
  endRestore: (context: CloudContext, id: number): void => emitStep(context, id, 'until'),
}

/** Tells the end of a step of a restoration, unless the version is gone or its copy is kept for longer. */
function emitStep(context: CloudContext, id: number, step: 'readyAt' | 'until'): void {
  const { rows, clock } = context
  const version = rows.objects.get(id)
  const due = version?.restore?.[step]
  if (version === undefined || due === undefined || due > clock.now()) return
  emitRestoreEvent(context, rows.buckets.require(version.bucket), version, step === 'until')
}

/** Returns how far the restoration of a version is; null for one that was not asked for, or whose copy is gone. */
export function restoreState({ restore: asked }: ObjectVersion, now: number): 'ongoing' | 'restored' | null {
  if (asked === null || asked.until <= now) return null
  return asked.readyAt > now ? 'ongoing' : 'restored'
}

/** @throws `InvalidObjectState` for an archived version without a restored copy: it can be neither read nor copied. */
export function checkNotArchived(version: ObjectVersion, now: number): void {
  if (Object.hasOwn(HOURS, version.storageClass) && restoreState(version, now) !== 'restored') {
    throw invalidObjectState(version.storageClass)
  }
}
