import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { limitExceeded, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { members } from '#cloud/protocols/xml.ts'
import { findRequestedUser } from '#cloud/rules/iam/calling-user.ts'
import { findUser } from '#cloud/rules/iam/find.ts'
import { entityName, patterned, text, word } from '#cloud/rules/iam/parameters.ts'
import { secretAccessKey, uniqueId } from '#cloud/rules/iam/unique-id.ts'
import type { ServiceCredential, User } from '#cloud/schema/iam.ts'
import { settingsOf } from '#cloud/rules/settings.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { timestamp } from '#cloud/xml/iam.ts'

const { post } = routesFor<CloudCall>()

/** The services that accept such credentials. */
const SERVICES = ['codecommit.amazonaws.com', 'cassandra.amazonaws.com', 'bedrock.amazonaws.com']

const UserName = entityName(64)
const ServiceName = text(1, 1000)
const ServiceSpecificCredentialId = patterned(20, 128, /^[\w]+$/)
const own = { UserName: v.optional(UserName), ServiceSpecificCredentialId }

/**
 * Passwords of users for single services. None of these services is here, so nothing accepts the passwords.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateServiceSpecificCredential.html
 */
export const serviceCredentialsRoutes = [
  post('iam:CreateServiceSpecificCredential', '/', iamInput({ UserName, ServiceName }), (call) => {
    const { rows, input, clock, ids } = call
    const user = findUser(call, input.UserName)
    checkService(input.ServiceName)
    const known = credentialsOf(call, user).filter(({ service }) => service === input.ServiceName)
    if (known.length >= 2) throw limitExceeded('Cannot exceed quota for ServiceSpecificCredentialsPerUser: 2')
    const suffix = known.length === 0 ? '' : `+${known.length}`
    const credential = rows.serviceCredentials.insert({
      id: uniqueId(ids, 'serviceCredential'),
      userId: user.id,
      service: input.ServiceName,
      name: `${user.name}${suffix}-at-${settingsOf(call).accountId}`,
      password: secretAccessKey(ids),
      status: 'Active',
      createdAt: clock.now(),
    })
    const shown = { ...credentialXml(credential, user), ServicePassword: credential.password }
    return queryAnswer(call, { ServiceSpecificCredential: shown })
  }),
  post(
    'iam:ListServiceSpecificCredentials',
    '/',
    iamInput({ UserName: v.optional(UserName), ServiceName: v.optional(ServiceName) }),
    (call) => {
      const { input } = call
      const user = findRequestedUser(call, input.UserName)
      if (input.ServiceName !== undefined) checkService(input.ServiceName)
      const shown = credentialsOf(call, user)
        .filter(({ service }) => input.ServiceName === undefined || service === input.ServiceName)
        .map((each) => credentialXml(each, user))
      return queryAnswer(call, { ServiceSpecificCredentials: members(shown) })
    },
  ),
  post('iam:UpdateServiceSpecificCredential', '/', iamInput({ ...own, Status: word('Active', 'Inactive') }), (call) => {
    const { credential } = findCredential(call, call.input)
    call.rows.serviceCredentials.update(credential.id, { status: call.input.Status })
    return queryAnswer(call)
  }),
  post('iam:ResetServiceSpecificCredential', '/', iamInput(own), (call) => {
    const { credential, user } = findCredential(call, call.input)
    const password = secretAccessKey(call.ids)
    call.rows.serviceCredentials.update(credential.id, { password })
    const shown = { ...credentialXml(credential, user), ServicePassword: password }
    return queryAnswer(call, { ServiceSpecificCredential: shown })
  }),
  post('iam:DeleteServiceSpecificCredential', '/', iamInput(own), (call) => {
    call.rows.serviceCredentials.delete(findCredential(call, call.input).credential.id)
    return queryAnswer(call)
  }),
]

/** @throws `NoSuchEntity` for a service without such credentials. */
function checkService(service: string): void {
  if (SERVICES.includes(service)) return
  throw noSuchEntity(`No such service ${service} is supported for Service Specific Credentials`)
}

function credentialsOf({ rows }: CloudCall, user: User): readonly ServiceCredential[] {
  return rows.serviceCredentials
    .referring('userId', user.id)
    .toSorted((left, right) => left.createdAt - right.createdAt)
}

/** @throws `NoSuchEntity` for another user's credential too. */
function findCredential(
  call: CloudCall,
  input: { readonly UserName?: string | undefined; readonly ServiceSpecificCredentialId: string },
): { readonly credential: ServiceCredential; readonly user: User } {
  const user = findRequestedUser(call, input.UserName)
  const credential = call.rows.serviceCredentials.get(input.ServiceSpecificCredentialId)
  if (credential?.userId !== user.id) {
    throw noSuchEntity(`No such credential ${input.ServiceSpecificCredentialId} exists`)
  }
  return { credential, user }
}

function credentialXml(credential: ServiceCredential, user: User): XmlMembers {
  return {
    CreateDate: timestamp(credential.createdAt),
    ServiceName: credential.service,
    ServiceUserName: credential.name,
    ServiceSpecificCredentialId: credential.id,
    UserName: user.name,
    Status: credential.status,
  }
}
