import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { badRequest, graphFailure } from '#oidc-c/errors.ts'
import { contextUrl } from '#oidc-c/json/objects.ts'
import { imageOf } from '#oidc-c/rules/users/images.ts'
import type { Photo, User } from '#oidc-c/schema.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import { loadMe, loadUser, requireRead, requireWrite, type GraphCall } from '#oidc-c/steps/users.ts'

const { get, put, patch, del } = routesFor<OidcCall>()

/** The most bytes of a photo. */
const LARGEST = 4 * 1024 * 1024

/** The photos of users. https://learn.microsoft.com/graph/api/profilephoto-get */
export const photoRoutes: readonly Route[] = [
  get('profilephoto-get/me-metadata', '/v1.0/me/photo', requireGraphAccess, loadMe, requireRead, metadata),
  get('profilephoto-get/me', '/v1.0/me/photo/$value', requireGraphAccess, loadMe, requireRead, image),
  get('profilephoto-get/me-size', '/v1.0/me/photos/:size/$value', requireGraphAccess, loadMe, requireRead, image),
  put('profilephoto-update/me', '/v1.0/me/photo/$value', requireGraphAccess, loadMe, requireWrite, replace),
  patch('profilephoto-update/me-patch', '/v1.0/me/photo/$value', requireGraphAccess, loadMe, requireWrite, replace),
  del('profilephoto-delete/me', '/v1.0/me/photo/$value', requireGraphAccess, loadMe, requireWrite, remove),
  get('profilephoto-get/metadata', '/v1.0/users/:id/photo', requireGraphAccess, loadUser, requireRead, metadata),
  get('profilephoto-get', '/v1.0/users/:id/photo/$value', requireGraphAccess, loadUser, requireRead, image),
  get('profilephoto-get/size', '/v1.0/users/:id/photos/:size/$value', requireGraphAccess, loadUser, requireRead, image),
  put('profilephoto-update', '/v1.0/users/:id/photo/$value', requireGraphAccess, loadUser, requireWrite, replace),
  patch(
    'profilephoto-update/patch',
    '/v1.0/users/:id/photo/$value',
    requireGraphAccess,
    loadUser,
    requireWrite,
    replace,
  ),
  del('profilephoto-delete', '/v1.0/users/:id/photo/$value', requireGraphAccess, loadUser, requireWrite, remove),
]

type AccountCall = GraphCall & { readonly account: User }

function metadata(call: AccountCall): Answer {
  const photo = findPhoto(call)
  const { type, width, height } = photo
  return json({
    '@odata.context': contextUrl(call, `users('${call.account.id}')/photo/$entity`),
    '@odata.mediaContentType': type,
    '@odata.mediaEtag': etagOf(photo),
    id: `${width}X${height}`,
    height,
    width,
  })
}

function image(call: AccountCall): Answer {
  const photo = findPhoto(call)
  const headers = { 'content-type': photo.type, etag: etagOf(photo) }
  return { status: 200, headers, body: Buffer.from(photo.data, 'base64') }
}

function replace({ rows, account, bytes }: AccountCall): Answer {
  if (bytes.length > LARGEST) throw badRequest('The photo is larger than 4 MB.', 'ErrorImageTooLarge')
  const found = imageOf(bytes)
  if (found === null) throw badRequest('The image data is not valid: expected JPEG or PNG.', 'ErrorInvalidImage')
  rows.photos.delete(account.id)
  rows.photos.insert({ id: account.id, data: Buffer.from(bytes).toString('base64'), ...found })
  return empty(200)
}

function remove(call: AccountCall): Answer {
  call.rows.photos.delete(findPhoto(call).id)
  return empty()
}

function findPhoto({ rows, account }: AccountCall): Photo {
  const photo = rows.photos.get(account.id)
  if (photo !== undefined) return photo
  throw graphFailure(
    404,
    'ImageNotFound',
    "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown.",
  )
}

function etagOf({ data }: Photo): string {
  return `"${Buffer.from(`${data.length}${data.slice(-24)}`)
    .toString('hex')
    .toUpperCase()
    .slice(0, 64)}"`
}
