import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeletePublicAccessBlockCommand,
  PutBucketOwnershipControlsCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createEmulator, type Emulator, type EmulatorOptions } from '#emulator.ts'
import type { FixtureOptions } from '#fixtures/index.ts'
import { serviceTest } from '#testkit/service-test.ts'
import { EXAMPLE_KEY } from './apply-seed/index.ts'

/** The example key pair in the form that SDK clients take. */
export const credentials = { accessKeyId: EXAMPLE_KEY.id, secretAccessKey: EXAMPLE_KEY.secret }

/** The `cloud` section of a seed. */
export type CloudSeed = NonNullable<Exclude<EmulatorOptions<'cloud'>['seed'], string | undefined>['cloud']>

/** Starts an instance on a free port. */
export function startCloud(
  cloud: CloudSeed = {},
  options: Partial<EmulatorOptions<'cloud'>> = {},
): Promise<Emulator<'cloud'>> {
  return createEmulator({ service: 'cloud', port: 0, seed: { cloud }, ...options })
}

/** Vitest's `test` with an instance, and with an S3 client of it as `s3`. */
export const cloudTest = (cloud: CloudSeed = {}, options: Omit<FixtureOptions<'cloud'>, 'seed'> = {}) =>
  serviceTest('cloud', { seed: { cloud }, ...options }).extend('s3', ({ cloud }) => s3Client(cloud))

/** Creates an S3 client of an instance, with the options that a custom endpoint needs. */
export function s3Client(emulator: Pick<Emulator, 'url'>, options: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: emulator.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    maxAttempts: 1,
    ...options,
  })
}

/** Allows ACLs and public policies in a bucket, which a new bucket refuses. */
export async function allowPublicAccess(s3: S3Client, Bucket: string): Promise<void> {
  await s3.send(
    new PutBucketOwnershipControlsCommand({
      Bucket,
      OwnershipControls: { Rules: [{ ObjectOwnership: 'ObjectWriter' }] },
    }),
  )
  await s3.send(new DeletePublicAccessBlockCommand({ Bucket }))
}

/**
 * Points TMPDIR at a new folder, where instances started from now on keep their temporary files, until `remove` is
 * called.
 */
export function ownTemporaryFolder(): { readonly path: string; remove(): void } {
  const before = process.env['TMPDIR']
  const path = mkdtempSync(join(tmpdir(), 'backlot-test-'))
  process.env['TMPDIR'] = path
  return {
    path,
    remove() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Returns the names of the files in a folder and its subfolders. */
export function temporaryFiles({ path }: { readonly path: string }): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

/** Creates a presigned URL for a command. */
export const presign = getSignedUrl as unknown as (
  // The presigner's types do not match the client's under exactOptionalPropertyTypes.
  client: S3Client,
  command: object,
  options?: Parameters<typeof getSignedUrl>[2],
) => Promise<string>
