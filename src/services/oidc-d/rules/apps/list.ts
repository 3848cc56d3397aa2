import { viewOfIndex } from '#core/list-view.ts'
import type { OidcCall, Rows } from '#oidc-d/call.ts'
import { listById, listByCursor, type CursorList } from '../lists/pages.ts'
import { ORG_KEY } from '#oidc-d/oauth/signing.ts'
import { signingKeyOf } from './keys.ts'
import type { App } from '#oidc-d/schema.ts'
import { checkVocabulary, matches, parseExpression, type Vocabulary } from '../lists/expression.ts'

const FILTER: Vocabulary = {
  operatorsOf: (attribute) =>
    ['id', 'status', 'name', 'user.id', 'group.id', 'credentials.signing.kid'].includes(attribute) ? ['eq'] : null,
  not: false,
}

/**
 * Returns the apps that match a query.
 *
 * @throws 400 for an invalid query.
 */
export function appsOf({ rows, query }: Pick<OidcCall, 'rows' | 'query'>): CursorList<App> {
  const [filter, q] = [query.get('filter'), query.get('q')?.toLowerCase()]
  if ((filter === null || filter === '') && (q === undefined || q === ''))
    return listById(viewOfIndex(rows.apps, 'all', []))
  let apps = rows.apps.all()
  if (filter !== null && filter !== '') {
    const expression = parseExpression(filter)
    checkVocabulary(expression, FILTER)
    apps = apps.filter((app) =>
      matches(expression, (attribute) => valueOf(rows, app, attribute), { caseSensitive: true }),
    )
  }
  if (q !== undefined && q !== '') {
    apps = apps.filter(({ name, label }) => name.startsWith(q) || label.toLowerCase().startsWith(q))
  }
  return listByCursor(apps, ({ id }) => id)
}

function valueOf(rows: Rows, app: App, attribute: string): unknown {
  switch (attribute) {
    case 'id':
      return app.id
    case 'status':
      return app.status
    case 'name':
      return app.name
    case 'user.id':
      return rows.appUsers.list('byApp', app.id).map(({ userId }) => userId)
    case 'group.id':
      return rows.appGroups.list('byApp', app.id).map(({ groupId }) => groupId)
    default:
      return app.client === null ? signingKeyOf({ rows }, app) : ORG_KEY.kid
  }
}
