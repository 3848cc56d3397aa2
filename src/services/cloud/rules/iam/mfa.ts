import type { CloudCall } from '#cloud/call.ts'
import { multiFactorFailed, noSuchEntity } from '#cloud/errors/iam.ts'
import type { MfaDevice } from '#cloud/schema/iam-keys.ts'
import type { User } from '#cloud/schema/iam.ts'
import { accountOf } from '../account.ts'
import { isStrict, settingsOf } from '../settings.ts'
import { stepOfCodes } from './one-time-codes.ts'
import { credentialOf } from './requester.ts'

/** Finds a virtual device by its serial number. @throws `NoSuchEntity`. */
export function findMfaDevice(call: CloudCall, serialNumber: string): MfaDevice {
  const device = call.rows.mfaDevices.get(serialNumber)
  if (device?.account !== accountOf(call))
    throw noSuchEntity(`VirtualMFADevice with serial number ${serialNumber} doesn't exist.`)
  return device
}

/** Finds a device that a user has enabled. @throws `NoSuchEntity`. */
export function findMfaDeviceOf({ rows }: Pick<CloudCall, 'rows'>, user: User, serialNumber: string): MfaDevice {
  const device = rows.mfaDevices.get(serialNumber)
  if (device?.userId !== user.id) throw noSuchEntity('MFA Device invalid for user.')
  return device
}

/**
 * Accepts consecutive codes that a device shows near the time of the instance's clock; each code counts once.
 *
 * @throws `refusal` for any others.
 */
export function acceptCodes(call: CloudCall, device: MfaDevice, codes: readonly string[], refusal: () => Error): void {
  const step = stepOfCodes(device.secret, codes, call.clock.now())
  if (step === null || (device.lastStep !== null && step <= device.lastStep)) throw refusal()
  call.rows.mfaDevices.update(device.id, { lastStep: step })
}

/**
 * Returns whether the calling user proved a second factor with the code of an enabled device. Where access keys are not
 * checked, the serial number of no device counts with any code.
 *
 * @throws `AccessDenied` for a wrong code, another user's device, and a serial number without a code.
 */
export function hasMultiFactor(
  call: CloudCall,
  { SerialNumber, TokenCode }: { readonly SerialNumber?: string | undefined; readonly TokenCode?: string | undefined },
): boolean {
  if (SerialNumber === undefined && TokenCode === undefined) return false
  if (SerialNumber === undefined || TokenCode === undefined) {
    throw multiFactorFailed(', must provide both MFA serial number and one time pass code.')
  }
  const device = call.rows.mfaDevices.get(SerialNumber)
  if (device === undefined && !isStrict(settingsOf(call))) return true
  const userId = credentialOf(call, call.principal)?.userId ?? null
  if (device === undefined || userId === null || device.userId !== userId) {
    throw multiFactorFailed(
      ', unable to validate MFA code.  Please verify your MFA serial number is valid and associated with this user.',
    )
  }
  acceptCodes(call, device, [TokenCode], () => multiFactorFailed(' with invalid MFA one time pass code. '))
  return true
}
