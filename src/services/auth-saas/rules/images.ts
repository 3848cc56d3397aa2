import type { AuthCall, AuthContext } from '#auth-saas/call.ts'

/** An uploaded image. */
export interface UploadedImage {
  readonly bytes: Uint8Array
  readonly type: string
  /** The other members of the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** Stores the image of a user or an organization. The record says so by `hasImage`. */
export function storeImage({ rows }: Pick<AuthCall, 'rows'>, ownerId: string, { bytes, type }: UploadedImage): void {
  rows.imageBytes.set(bytes, ownerId)
  rows.imageTypes.set(type, ownerId)
}

/** Deletes the image of a user or an organization; does nothing without one. */
export function deleteImage({ rows }: Pick<AuthCall, 'rows'>, ownerId: string): void {
  rows.imageBytes.delete(ownerId)
  rows.imageTypes.delete(ownerId)
}

/** Returns the URL of the image of a user or an organization, which shows initials when none was uploaded. */
export function imageUrl({ urls }: Pick<AuthContext, 'urls'>, ownerId: string): string {
  return urls.of(`/images/${ownerId}`)
}
