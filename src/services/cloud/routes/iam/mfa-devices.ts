import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import { pngOfSquares } from '#core/png.ts'
import type { CloudCall } from '#cloud/call.ts'
import {
  deleteConflict,
  entityAlreadyExists,
  invalidAuthenticationCode,
  limitExceeded,
  validationFailure,
} from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { mfaDeviceArn } from '#cloud/rules/iam/arns.ts'
import { findRequestedUser } from '#cloud/rules/iam/calling-user.ts'
import { findUser } from '#cloud/rules/iam/find.ts'
import { acceptCodes, findMfaDevice, findMfaDeviceOf } from '#cloud/rules/iam/mfa.ts'
import { paging, sortedListing } from '#cloud/rules/iam/page.ts'
import { entityName, path, patterned, tagKeys, tags, word } from '#cloud/rules/iam/parameters.ts'
import { withoutTags, withTags } from '#cloud/rules/iam/tags.ts'
import { deviceSecret } from '#cloud/rules/iam/unique-id.ts'
import { accountIdOf, accountOf } from '#cloud/rules/account.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { mfaDeviceXml, virtualMfaDeviceXml } from '#cloud/xml/iam-keys.ts'
import { tagsXml, tagXml, timestamp } from '#cloud/xml/iam.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const UserName = entityName(128)
const SerialNumber = patterned(9, 256, /^[\w+=/:,.@-]+$/)
const code = patterned(6, 6, /^\d+$/)
const codes = { AuthenticationCode1: code, AuthenticationCode2: code }

/** The largest number of devices of a user. */
const MOST = 8

/**
 * Virtual devices for multi-factor authentication. Their codes follow the instance's clock.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateVirtualMFADevice.html
 */
export const mfaDevicesRoutes = [
  post(
    'iam:CreateVirtualMFADevice',
    '/',
    iamInput({
      Path: v.optional(path, '/'),
      VirtualMFADeviceName: patterned(1, 226, /^[\w+=,.@-]+$/),
      Tags: tags,
    }),
    async () => ({ encode: (await import('uqr')).encode }),
    (call) => {
      const { rows, input, clock, ids, encode } = call
      const account = accountOf(call)
      const id = mfaDeviceArn({ account, path: input.Path, name: input.VirtualMFADeviceName })
      checkPath(input.Path)
      if (rows.mfaDevices.get(id) !== undefined) throw entityAlreadyExists('MFADevice entity at the same path and name')
      const secret = deviceSecret(ids)
      const device = rows.mfaDevices.insert({
        id,
        account,
        secret,
        userId: null,
        enabledAt: null,
        lastStep: null,
        tags: withTags([], input.Tags),
        createdAt: clock.now(),
      })
      const label = `${input.VirtualMFADeviceName}@${accountIdOf(account)}`
      const { data, size } = encode(`otpauth://totp/Amazon%20Web%20Services:${label}?secret=${secret}&issuer=Amazon`)
      const picture = pngOfSquares(size, 6, (x, y) => data[y]?.[x] === true)
      return queryAnswer(call, {
        VirtualMFADevice: {
          SerialNumber: device.id,
          Base32StringSeed: Buffer.from(secret).toString('base64'),
          QRCodePNG: picture.toString('base64'),
          Tags: tagsXml(device.tags),
        },
      })
    },
  ),
  post(
    'iam:ListVirtualMFADevices',
    '/',
    iamInput({ AssignmentStatus: v.optional(word('Assigned', 'Unassigned', 'Any'), 'Any'), ...paging }),
    (call) => {
      const { rows, input } = call
      const listed = rows.mfaDevices
        .list('byAccount', accountOf(call))
        .filter(
          ({ userId }) =>
            input.AssignmentStatus === 'Any' || (userId === null) === (input.AssignmentStatus === 'Unassigned'),
        )
      const devices = sortedListing(listed, ({ id }) => id)
      return queryAnswer(
        call,
        pageXml('VirtualMFADevices', devices, input, (each) => virtualMfaDeviceXml(each, rows.users.get(each.userId))),
      )
    },
  ),
  post('iam:DeleteVirtualMFADevice', '/', iamInput({ SerialNumber }), (call) => {
    const device = findMfaDevice(call, call.input.SerialNumber)
    if (device.userId !== null) throw deleteConflict('MFA VirtualDevice in use. Must deactivate first.')
    call.rows.mfaDevices.delete(device.id)
    return queryAnswer(call)
  }),
  post('iam:EnableMFADevice', '/', iamInput({ UserName, SerialNumber, ...codes }), (call) => {
    const { rows, input, clock } = call
    const user = findUser(call, input.UserName)
    const device = findMfaDevice(call, input.SerialNumber)
    if (device.userId !== null) throw entityAlreadyExists('MFA Device with serial number ' + device.id)
    if (rows.mfaDevices.countReferring('userId', user.id) >= MOST) {
      throw limitExceeded(`Cannot exceed quota for MFADevicesPerUser: ${MOST}`)
    }
    acceptCodes(call, device, [input.AuthenticationCode1, input.AuthenticationCode2], invalidAuthenticationCode)
    rows.mfaDevices.update(device.id, { userId: user.id, enabledAt: clock.now() })
    return queryAnswer(call)
  }),
  post('iam:ResyncMFADevice', '/', iamInput({ UserName, SerialNumber, ...codes }), (call) => {
    const { input } = call
    const device = findMfaDeviceOf(call, findUser(call, input.UserName), input.SerialNumber)
    acceptCodes(call, device, [input.AuthenticationCode1, input.AuthenticationCode2], invalidAuthenticationCode)
    return queryAnswer(call)
  }),
  post('iam:DeactivateMFADevice', '/', iamInput({ UserName: v.optional(UserName), SerialNumber }), (call) => {
    const { rows, input } = call
    const device = findMfaDeviceOf(call, findRequestedUser(call, input.UserName), input.SerialNumber)
    rows.mfaDevices.update(device.id, { userId: null, enabledAt: null })
    return queryAnswer(call)
  }),
  post('iam:ListMFADevices', '/', iamInput({ UserName: v.optional(UserName), ...paging }), (call) => {
    const user = findRequestedUser(call, call.input.UserName)
    const devices = sortedListing(call.rows.mfaDevices.referring('userId', user.id), ({ id }) => id)
    return queryAnswer(
      call,
      pageXml('MFADevices', devices, call.input, (each) => mfaDeviceXml(user.name, each)),
    )
  }),
  post('iam:GetMFADevice', '/', iamInput({ UserName: v.optional(UserName), SerialNumber }), (call) => {
    const user = findRequestedUser(call, call.input.UserName)
    const device = findMfaDeviceOf(call, user, call.input.SerialNumber)
    return queryAnswer(call, {
      UserName: user.name,
      SerialNumber: device.id,
      EnableDate: timestamp(device.enabledAt ?? 0),
    })
  }),
  post('iam:TagMFADevice', '/', iamInput({ SerialNumber, Tags: tags }), (call) => {
    const { rows, input } = call
    const device = findMfaDevice(call, input.SerialNumber)
    rows.mfaDevices.update(device.id, { tags: withTags(device.tags, input.Tags) })
    return queryAnswer(call)
  }),
  post('iam:UntagMFADevice', '/', iamInput({ SerialNumber, TagKeys: tagKeys }), (call) => {
    const { rows, input } = call
    const device = findMfaDevice(call, input.SerialNumber)
    rows.mfaDevices.update(device.id, { tags: withoutTags(device.tags, input.TagKeys) })
    return queryAnswer(call)
  }),
  post('iam:ListMFADeviceTags', '/', iamInput({ SerialNumber, ...paging }), (call) => {
    const listed = sortedListing(findMfaDevice(call, call.input.SerialNumber).tags, ({ key }) => key)
    return queryAnswer(call, pageXml('Tags', listed, call.input, tagXml))
  }),
]

/** @throws `ValidationError` for a path with an empty part. */
function checkPath(own: string): void {
  if (!own.includes('//')) return
  throw validationFailure(
    'The specified value for path is invalid. It must begin and end with / and contain only alphanumeric characters and/or / characters.',
  )
}
