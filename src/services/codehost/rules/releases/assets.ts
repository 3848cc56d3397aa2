import { createHash } from 'node:crypto'
import type { Rows } from '../../call.ts'
import { alreadyExists, missingField, validationFailed } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Release, ReleaseAsset } from '../../schema/releases.ts'

/** A file as it is uploaded. */
export interface Upload {
  readonly name: string
  readonly label: string | null
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Adds a file to a release. Throws 422 without a name or a byte, and when the release has a file of that name. */
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

/** Throws 422 when a release has a file of this name, other than the one with the id `self`. */
export function refuseTaken(rows: Rows, release: Release, name: string, self?: number): void {
  const taken = rows.releaseAssets.find('name', release.id, name)
  if (taken !== undefined && taken.id !== self) throw alreadyExists('ReleaseAsset', 'name')
}

/**
 * The name under which a file is kept: what addresses would have to escape becomes a dot, and no name begins or ends
 * with one. https://docs.github.com/rest/releases/assets#upload-a-release-asset
 */
export function assetName(name: string): string {
  const plain = name
    .replaceAll(/[^\w.+@~-]/g, '.')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/\.$/, '')
  return plain.startsWith('.') || plain === '' ? `default${plain}` : plain
}
