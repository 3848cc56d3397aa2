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
 * own.
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
      return route.run(call)
    },
  }))
}
