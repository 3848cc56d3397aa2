import { createHash } from 'node:crypto'
import type { Rows } from '#codehost/call.ts'
import { alreadyExists, missingField, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Release, ReleaseAsset } from '#codehost/schema/releases.ts'

/** An uploaded file. */
export interface Upload {
  readonly name: string
  readonly label: string | null
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * Adds a file to a release.
 *
 * @throws 422 for an empty name, an empty file and a name that the release already has.
 */
export function addAsset(rows: Rows, release: Release, upload: Upload, uploader: Account, at: number): ReleaseAsset {
  const { bytes } = upload
  if (upload.name === '') throw missingField('ReleaseAsset', 'name')
  if (bytes.length === 0) {
    const message = 'size must be greater than or equal to 1'
    throw validationFailed({ resource: 'ReleaseAsset', code: 'custom', field: 'size', message })
  }
  const name = assetName(upload.name)
  refuseTaken(rows, release, name)
  return rows.releaseAssets.insert({
    repoId: release.repoId,
    releaseId: release.id,
    name,
    label: upload.label,
    contentType: upload.contentType,
    size: bytes.length,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    downloadCount: 0,
    uploaderId: uploader.id,
    createdAt: at,
    updatedAt: at,
  })
}

/**
 * `self` is the id of the asset that may have it.
 *
 * @throws 422 when a release has another asset with this name.
 */
export function refuseTaken(rows: Rows, release: Release, name: string, self?: number): void {
  const taken = rows.releaseAssets.find('name', release.id, name)
  if (taken !== undefined && taken.id !== self) throw alreadyExists('ReleaseAsset', 'name')
}

/**
 * Returns the name under which an asset is stored: characters that URLs escape become dots, and no name begins or ends
 * with a dot. https://docs.github.com/rest/releases/assets#upload-a-release-asset
 */
export function assetName(name: string): string {
  const plain = name
    .replaceAll(/[^\w.+@~-]/g, '.')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/\.$/, '')
  return plain.startsWith('.') || plain === '' ? `default${plain}` : plain
}
