import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { customPropertyJson, propertyValueJson } from '#codehost/json/repos/custom-property.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import {
  propertiesOf,
  PropertyInput,
  PropertyValuesInput,
  putProperty,
  setPropertyValues,
} from '#codehost/rules/repos/custom-properties.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CustomProperty } from '#codehost/schema/custom-properties.ts'
import { loadRepo, requireOrganizationMember, requireOrganizationOwner, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, patch, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/properties/schema'
const one = `${all}/:custom_property_name` as const
const ofOrg = '/orgs/:org/properties/values'
const ofRepo = '/repos/:owner/:repo/properties/values'

const requireOwner = requireOrganizationOwner('admin:org')
const requireProperties = requireBody(
  v.object({ properties: v.array(v.object({ property_name: v.string(), ...PropertyInput.entries })) }),
)
const requireProperty = requireBody(PropertyInput)
const requireValues = requireBody(v.object({ properties: PropertyValuesInput }))
const requireValuesOfRepos = requireBody(
  v.object({ repository_names: v.array(v.string()), properties: PropertyValuesInput }),
)

/** Custom properties of repositories. https://docs.github.com/rest/orgs/custom-properties */
export const customPropertiesRoutes = [
  get('orgs/custom-properties-for-repos-get-organization-definitions', all, requireOrganizationMember(), (call) =>
    json(call.rows.customProperties.referring('orgId', call.org.id).map((each) => customPropertyJson(call, each))),
  ),
  patch(
    'orgs/custom-properties-for-repos-create-or-update-organization-definitions',
    all,
    requireOwner,
    requireProperties,
    (call) => {
      const { org, user, body } = call
      const made = body.properties.map(({ property_name: name, ...input }) => putProperty(call, org, name, input, user))
      return json(made.map((each) => customPropertyJson(call, each)))
    },
  ),
  get(
    'orgs/custom-properties-for-repos-get-organization-definition',
    one,
    requireOrganizationMember(),
    loadProperty,
    (call) => json(customPropertyJson(call, call.property)),
  ),
  put(
    'orgs/custom-properties-for-repos-create-or-update-organization-definition',
    one,
    requireOwner,
    requireProperty,
    (call) => {
      const { org, user, params, body } = call
      return json(customPropertyJson(call, putProperty(call, org, params.custom_property_name, body, user)))
    },
  ),
  del(
    'orgs/custom-properties-for-repos-delete-organization-definition',
    one,
    requireOwner,
    loadProperty,
    ({ rows, org, user, property, emit }) => {
      emit({ event: 'custom_property', action: 'deleted', org, sender: user, property })
      rows.customProperties.delete(property.id)
      return empty()
    },
  ),
  get('orgs/custom-properties-for-repos-get-organization-values', ofOrg, requireOrganizationMember(), (call) =>
    answerPage(call, viewOfReference(call.rows.repos, 'ownerId', call.org.id), (repo) => ({
      repository_id: repo.id,
      repository_name: repo.name,
      repository_full_name: repoUrls(call, repo).fullName,
      properties: propertiesOf(call.rows, repo).map(propertyValueJson),
    })),
  ),
  patch(
    'orgs/custom-properties-for-repos-create-or-update-organization-values',
    ofOrg,
    requireOwner,
    requireValuesOfRepos,
    (call) => {
      const { rows, org, user, body } = call
      for (const name of body.repository_names) {
        const repo = rows.repos.find('name', org.id, name.toLowerCase())
        if (repo === undefined) throw notFound()
        setPropertyValues(call, repo, body.properties, user)
      }
      return empty()
    },
  ),
  get('repos/custom-properties-for-repos-get-repository-values', ofRepo, loadRepo, (call) =>
    json(propertiesOf(call.rows, call.repo).map(propertyValueJson)),
  ),
  patch(
    'repos/custom-properties-for-repos-create-or-update-repository-values',
    ofRepo,
    requireWrite('admin', 'repo'),
    requireValues,
    (call) => {
      const { rows, repo, owner, user, body } = call
      const isOwner = roleInOrganization(rows, owner, user) === 'admin'
      const named = body.properties.map(({ property_name: name }) => name.toLowerCase())
      const closed = rows.customProperties
        .referring('orgId', repo.ownerId)
        .filter(({ valuesEditableBy }) => valuesEditableBy !== 'org_and_repo_actors')
      if (!isOwner && closed.some(({ name }) => named.includes(name.toLowerCase()))) {
        throw forbidden('You must be an admin of the organization to set this property.')
      }
      setPropertyValues(call, repo, body.properties, user)
      return empty()
    },
  ),
]

/** A step: loads the custom property that the path names. @throws 404. */
function loadProperty({
  rows,
  org,
  params,
}: Pick<CodehostCall, 'rows'> & {
  readonly org: Account
  readonly params: { readonly custom_property_name: string }
}): { readonly property: CustomProperty } {
  const property = rows.customProperties.find('name', org.id, params.custom_property_name.toLowerCase())
  if (property === undefined) throw notFound()
  return { property }
}
