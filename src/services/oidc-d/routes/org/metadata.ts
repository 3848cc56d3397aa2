import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { ORGANIZATION_ID } from '#oidc-d/rules/identifiers.ts'

const { get } = routesFor<OidcCall>()

/** The organization. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/OrgSettingMetadata/ */
export const orgMetadataRoutes = [
  get('getWellknownOrgMetadata', '/.well-known/okta-organization', ({ origin }) =>
    json(
      {
        id: ORGANIZATION_ID,
        cell: 'ok1',
        _links: { organization: { href: origin } },
        // The pipeline of /api/v1/authn; there are no interactions as in Identity Engine here.
        pipeline: 'v1',
        settings: {
          analyticsCollectionEnabled: false,
          bugReportingEnabled: true,
          omEnabled: false,
          pssoEnabled: false,
          desktopMFAEnabled: false,
          itpEnabled: false,
        },
      },
      200,
      { 'content-type': 'application/json' },
    ),
  ),
]
