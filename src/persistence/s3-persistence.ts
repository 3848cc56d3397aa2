import { randomUUID } from 'node:crypto'
import type { SharedPersistence, State } from './persistence.ts'

/** The part of the class `S3` of `@aws-sdk/client-s3` that {@link s3Persistence} uses. */
export interface S3Operations {
  getObject(input: { Bucket: string; Key: string; IfNoneMatch?: string }): Promise<{
    readonly ETag?: string | undefined
    readonly Body?: { transformToString(): Promise<string> } | undefined
  }>
  putObject(input: {
    Bucket: string
    Key: string
    Body: string
    ContentType: string
    IfMatch?: string
    IfNoneMatch?: string
  }): Promise<{ readonly ETag?: string | undefined }>
}

/** The options of {@link s3Persistence}. */
export interface S3PersistenceOptions {
  /** A bucket that exists. */
  readonly bucket: string
  /** The key of the object. Default: `backlot/state.json`. */
  readonly key?: string
}

/** An object as it is saved. The id of the save makes each content, and so each ETag, another one. */
interface SavedObject {
  readonly save: string
  readonly state: State
}

const NOT_MODIFIED = 304
const NOT_FOUND = 404
/** Another process was first, another one is writing, or the object has been deleted. */
const REFUSED = [412, 409, NOT_FOUND]

/**
 * Keeps the state in one object of S3, or of a store with its conditional writes, for any number of processes. `client`
 * is an `S3` of `@aws-sdk/client-s3`, and stays the caller's. A save is a `PutObject` with `If-Match`, or with
 * `If-None-Match: *` for the first one. There are no locks. Reads are strongly consistent.
 *
 * @throws TypeError for a client of another kind, and without a bucket.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 *
 * @example
 * createHandler({ services: ['codehost'], persistence: s3Persistence(new S3({}), { bucket: 'previews' }) })
 */
export function s3Persistence(
  client: S3Operations,
  { bucket, key = 'backlot/state.json' }: S3PersistenceOptions,
): SharedPersistence {
  if (typeof (client as Partial<S3Operations> | null)?.putObject !== 'function') {
    throw new TypeError('s3Persistence: expected an S3 of @aws-sdk/client-s3, not an S3Client: new S3({ … })')
  }
  if (typeof bucket !== 'string' || bucket === '') throw new TypeError('s3Persistence: expected { bucket: "name" }')
  const place = { Bucket: bucket, Key: key }
  return {
    async load({ knownVersion } = {}) {
      const known = typeof knownVersion === 'string' ? { IfNoneMatch: knownVersion } : {}
      try {
        const { version, content } = await read(client, { ...place, ...known })
        return { version, data: content.state }
      } catch (error) {
        if (statusOf(error) === NOT_MODIFIED) return { version: knownVersion, data: null }
        if (isMissingObject(error)) return { version: null, data: null }
        throw error
      }
    },
    async save(state, { ifVersion }) {
      const content: SavedObject = { save: randomUUID(), state }
      const condition = typeof ifVersion === 'string' ? { IfMatch: ifVersion } : { IfNoneMatch: '*' }
      try {
        const { ETag } = await client.putObject({
          ...place,
          ...condition,
          Body: JSON.stringify(content),
          ContentType: 'application/json',
        })
        return { version: ETag }
      } catch (error) {
        if (!REFUSED.includes(statusOf(error) ?? 0) || nameOf(error) === 'NoSuchBucket') throw error
        return savedBefore(client, place, content.save)
      }
    },
  }
}

/**
 * Returns the version of a save that was refused because the client had sent it before and had lost the answer; null
 * for any other refused save.
 */
async function savedBefore(
  client: S3Operations,
  place: { Bucket: string; Key: string },
  save: string,
): Promise<{ version: unknown } | null> {
  try {
    const { version, content } = await read(client, place)
    return content.save === save ? { version } : null
  } catch (error) {
    if (isMissingObject(error)) return null
    throw error
  }
}

async function read(
  client: S3Operations,
  input: Parameters<S3Operations['getObject']>[0],
): Promise<{ version: unknown; content: SavedObject }> {
  const { ETag, Body } = await client.getObject(input)
  return { version: ETag, content: JSON.parse((await Body?.transformToString()) ?? '{}') as SavedObject } // what was saved
}

/** A missing bucket is an error of the configuration. */
function isMissingObject(error: unknown): boolean {
  return statusOf(error) === NOT_FOUND && nameOf(error) !== 'NoSuchBucket'
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode // of the SDK
}

function nameOf(error: unknown): string | undefined {
  return (error as { name?: string } | null)?.name // of the SDK
}
