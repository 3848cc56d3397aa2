import type { Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import type { Rows } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'

/**
 * Returns the same operation under the path that answers use for a team: `/organizations/:org_id/team/:team_id` in
 * place of `/orgs/:org/teams/:team_slug`. It answers 404 when there is no such team.
 */
export function addressedById(route: Route): Route {
  return {
    ...route,
    path: route.path.replace('/orgs/:org/teams/:team_slug', '/organizations/:org_id/team/:team_id'),
    run(call) {
      const { org_id, team_id, ...params } = call.params
      const { accounts, teams } = call.rows as unknown as Rows // the calls of this service have its rows
      const team = teams.get(Number(team_id))
      if (team === undefined || team.orgId !== Number(org_id)) throw notFound()
      call.params = { ...params, org: accounts.require(team.orgId).login, team_slug: team.slug }
      return route.run(call)
    },
  }
}

/**
 * Returns the same operations under the vendor's oldest paths for a team, `/teams/:team_id`, each with an id of its
 * own. Their answers say that these paths are deprecated, and name the path that {@link addressedById} serves.
 */
export function legacy(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    operation: route.operation.replace(/-in-org$|-by-name$/, '-legacy'),
    path: route.path.replace('/orgs/:org/teams/:team_slug', '/teams/:team_id'),
    run(call) {
      const { team_id, ...params } = call.params
      const { accounts, teams } = call.rows as unknown as Rows // the calls of this service have its rows
      const team = teams.get(Number(team_id))
      if (team === undefined) throw notFound()
      call.params = { ...params, org: accounts.require(team.orgId).login, team_slug: team.slug }
      const hasOnlyThisPath = route.operation.endsWith('-legacy')
      const successor = `${call.base}${call.path.replace(/^\/teams\//, `/organizations/${team.orgId}/team/`)}`
      const deprecate = (answer: Answer) => deprecated(answer, hasOnlyThisPath ? null : successor)
      const answer = route.run(call)
      return answer instanceof Promise ? answer.then(deprecate) : deprecate(answer)
    },
  }))
}

/** The link to the vendor's announcement that these paths would end. */
const CHANGE =
  '<https://developer.github.com/changes/2020-01-21-moving-the-team-api-endpoints/>; rel="deprecation"; type="text/html"'

function deprecated(answer: Answer, successor: string | null): Answer {
  const { link, ...headers } = answer.headers
  const links = [link, CHANGE, successor === null ? undefined : `<${successor}>; rel="alternate"`]
  return {
    ...answer,
    headers: {
      ...headers,
      deprecation: 'Sat, 01 Feb 2020 00:00:00 GMT',
      sunset: 'Mon, 01 Feb 2021 00:00:00 GMT',
      link: links.filter((each) => each !== undefined).join(', '),
    },
  }
}
