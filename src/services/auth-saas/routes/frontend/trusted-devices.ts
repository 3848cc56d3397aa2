import type { Route } from '#core/routes.ts'
import { del, get, post } from '#auth-saas/call.ts'
import { answerChange, answerOwnRead } from '#auth-saas/json/frontend/answer.ts'
import { deviceChallengeJson, trustedDeviceJson } from '#auth-saas/json/trusted-device.ts'
import { browserOf } from '#auth-saas/rules/sessions/browsers.ts'
import {
  addDevice,
  challengeDevice,
  devicesOf,
  findDevice,
  readDevice,
  requireTrustedDevices,
  revokeDevice,
  type DeviceInput,
} from '#auth-saas/rules/users/trusted-devices.ts'
import { loadSignedIn } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf, requiredField } from './form.ts'

const PATH = '/v1/me/trusted_devices'

/** @throws 422 for a form without a member that names the device. */
function deviceIn(form: URLSearchParams): DeviceInput {
  return {
    platform: requiredField(form, 'platform'),
    appIdentifier: requiredField(form, 'app_identifier'),
    name: form.get('name') || null, // an empty name is none
    publicKeyJwk: requiredField(form, 'public_key_jwk'),
  }
}

/** The routes of the phones whose keys sign the signed-in user in. */
export const trustedDevicesRoutes: readonly Route[] = [
  get('frontend/listTrustedDevices', PATH, loadSignedIn, requireTrustedDevices, (call) =>
    answerOwnRead(call, devicesOf(call, call.user.id).map(trustedDeviceJson)),
  ),

  post('frontend/prepareTrustedDevice', `${PATH}/prepare`, loadSignedIn, requireTrustedDevices, (call) => {
    readDevice(deviceIn(formOf(call)))
    return answerChange(call, deviceChallengeJson(challengeDevice(call, call.user.id, null)), call.client.id)
  }),

  post('frontend/attemptTrustedDevice', `${PATH}/attempt`, loadSignedIn, requireTrustedDevices, (call) => {
    const form = formOf(call)
    const [clientData, signature] = [requiredField(form, 'client_data'), requiredField(form, 'signature')]
    const device = addDevice(call, call.user.id, deviceIn(form), clientData, signature)
    return answerChange(call, trustedDeviceJson(device), call.client.id)
  }),

  del('frontend/revokeTrustedDevice', `${PATH}/:trusted_device_id`, loadSignedIn, requireTrustedDevices, (call) => {
    const device = findDevice(call, call.user.id, call.params.trusted_device_id)
    return answerChange(call, trustedDeviceJson(revokeDevice(call, device)), call.client.id)
  }),

  post('frontend/validateTrustedDevice', '/v1/client/trusted_devices/validate', requireTrustedDevices, (call) => {
    const device = call.rows.trustedDevices.get(requiredField(formOf(call), 'trusted_device_id'))
    const response = { object: 'trusted_device_validation', valid: device?.status === 'active' }
    return answerChange(call, response, browserOf(call).client.id)
  }),
]
