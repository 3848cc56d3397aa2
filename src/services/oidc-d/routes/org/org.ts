import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { contactJson, contactTypesJson, orgSettingsJson, supportJson, switchJson } from '#oidc-d/json/organization.ts'
import {
  contactOf,
  extendSupport,
  grantSupport,
  orgSettings,
  replaceOrgSettings,
  supportUntil,
  updateOrgSettings,
} from '#oidc-d/rules/org/settings.ts'
import { found } from '#oidc-d/rules/records.ts'
import { loadContactType } from '#oidc-d/steps/org.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put } = routesFor<OidcCall>()

const read = requireScope('okta.orgs.read')
const manage = requireScope('okta.orgs.manage')

const ORG = '/api/v1/org'
const CONTACT = `${ORG}/contacts/:contactType` as const
const PREFERENCES = `${ORG}/preferences` as const
const COMMUNICATION = `${ORG}/privacy/oktaCommunication` as const
const SUPPORT = `${ORG}/privacy/oktaSupport` as const

const text = v.optional(v.nullable(v.string()))
const companyName = v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'))
const others = {
  website: text,
  phoneNumber: text,
  endUserSupportHelpURL: text,
  supportPhoneNumber: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
}
const SettingsInput = v.object({ companyName, ...others })
const SettingsChanges = v.object({ companyName: v.optional(companyName), ...others })
const ContactInput = v.object({ userId: v.string() })

/**
 * The settings of the organization, and its contacts.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/OrgSettingGeneral/
 */
export const orgRoutes = [
  get('getOrgSettings', ORG, read, (call) => json(orgSettingsJson(call, orgSettings(call)))),
  post('updateOrgSettings', ORG, manage, body(SettingsChanges), (call) =>
    json(orgSettingsJson(call, updateOrgSettings(call, defined(call.body)))),
  ),
  put('replaceOrgSettings', ORG, manage, body(SettingsInput), (call) =>
    json(orgSettingsJson(call, replaceOrgSettings(call, defined(call.body)))),
  ),
  get('getOrgContactTypes', `${ORG}/contacts`, read, (call) => json(contactTypesJson(call))),
  get('getOrgContactUser', CONTACT, read, loadContactType, (call) =>
    json(contactJson(call, contactOf(call, call.contactType))),
  ),
  put('replaceOrgContactUser', CONTACT, manage, loadContactType, body(ContactInput), (call) => {
    const { rows, body: input, contactType } = call
    const { id } = found('User', input.userId, rows.users.get(input.userId))
    rows.orgContact.set(id, contactType)
    return json(contactJson(call, id))
  }),
  get('getOrgPreferences', PREFERENCES, read, preferences),
  post('setOrgShowOktaUIFooter', `${PREFERENCES}/showEndUserFooter`, manage, (call) => {
    call.rows.showsFooter.set(true)
    return preferences(call)
  }),
  post('setOrgHideOktaUIFooter', `${PREFERENCES}/hideEndUserFooter`, manage, (call) => {
    call.rows.showsFooter.set(false)
    return preferences(call)
  }),
  get('getOktaCommunicationSettings', COMMUNICATION, read, communication),
  post('optInUsersToOktaCommunicationEmails', `${COMMUNICATION}/optIn`, manage, (call) => {
    call.rows.optsOutOfMail.set(false)
    return communication(call)
  }),
  post('optOutUsersFromOktaCommunicationEmails', `${COMMUNICATION}/optOut`, manage, (call) => {
    call.rows.optsOutOfMail.set(true)
    return communication(call)
  }),
  get('getOrgOktaSupportSettings', SUPPORT, read, support),
  post('grantOktaSupport', `${SUPPORT}/grant`, manage, (call) => {
    grantSupport(call)
    return support(call)
  }),
  post('extendOktaSupport', `${SUPPORT}/extend`, manage, (call) => {
    extendSupport(call)
    return support(call)
  }),
  post('revokeOktaSupport', `${SUPPORT}/revoke`, manage, (call) => {
    call.rows.supportUntil.set(null)
    return support(call)
  }),
]

function preferences(call: OidcCall) {
  const isShown = call.rows.showsFooter.get()
  const name = isShown ? 'hideEndUserFooter' : 'showEndUserFooter'
  return json(switchJson(call, 'showEndUserFooter', isShown, { name, path: 'preferences' }))
}

function communication(call: OidcCall) {
  const isOut = call.rows.optsOutOfMail.get()
  const name = isOut ? 'optIn' : 'optOut'
  return json(switchJson(call, 'optOutEmailUsers', isOut, { name, path: 'privacy/oktaCommunication' }))
}

function support(call: OidcCall) {
  return json(supportJson(call, supportUntil(call)))
}
