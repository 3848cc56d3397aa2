import type { ChatContext } from '#chat/call.ts'
import type { Photo, User } from '#chat/schema/people.ts'
import { checkImage } from './images.ts'
import { updateUser } from './profile.ts'

/** The square of a photo that is shown, in pixels of the image. */
interface CropInput {
  readonly crop_x?: number | undefined
  readonly crop_y?: number | undefined
  readonly crop_w?: number | undefined
}

/**
 * Sets the photo of a user, and emits the event. Without a crop box the whole image is shown.
 *
 * @throws `bad_image` and `too_large`.
 */
export function setPhoto(context: ChatContext, user: User, image: unknown, crop: CropInput): User {
  const { rows, ids } = context
  const { mimetype, width, height } = checkImage(image)
  const { crop_x: x = 0, crop_y: y = 0, crop_w: side } = crop
  const shown: Photo['shown'] = side === undefined ? [0, 0, width, height] : [x, y, side, side]
  const photo = rows.photos.insert({ id: ids.secret.hex(12), mimetype, width, height, shown })
  // `checkImage` refuses everything but bytes.
  rows.photoContents.set(image as Uint8Array, photo.id)
  return updateUser(context, user, { profile: { ...user.profile, photo: photo.id } })
}

/** Removes the photo of a user, whose URLs go on to work, and emits the event. Does nothing without a photo. */
export function deletePhoto(context: ChatContext, user: User): void {
  const { photo, ...profile } = user.profile
  if (photo !== undefined) updateUser(context, user, { profile })
}
