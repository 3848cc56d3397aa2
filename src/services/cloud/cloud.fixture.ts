import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator.ts'
import { EXAMPLE_KEY } from './apply-seed.ts'

/** The key pair that always works, as clients take it. */
export const credentials = { accessKeyId: EXAMPLE_KEY.id, secretAccessKey: EXAMPLE_KEY.secret }

/** What the `cloud` section of a seed may hold. */
export type CloudSeed = NonNullable<Exclude<EmulatorOptions<'cloud'>['seed'], string | undefined>['cloud']>

/** An instance on a free port. */
export function startCloud(
  cloud: CloudSeed = {},
  options: Partial<EmulatorOptions<'cloud'>> = {},
): Promise<Emulator<'cloud'>> {
  return createEmulator({ service: 'cloud', port: 0, seed: { cloud }, ...options })
}

/** A client of an instance, with what every client of an endpoint of its own needs. */
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

/** A folder for the temporary files of the instances that are started from now on, until it is removed. */
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

/** The files that the instances of a folder hold. */
export function temporaryFiles({ path }: { readonly path: string }): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

/** A URL that does what a command does, signed for whoever has it. */
export const presign = getSignedUrl as unknown as (
  // The presigner's types are not those of the clients where optional members are exact.
  client: S3Client,
  command: object,
  options?: Parameters<typeof getSignedUrl>[2],
) => Promise<string>
