import type { RowWriters } from '#core/inspection/row-writers.ts'
import type { Rows, Site } from '#oidc-d/call.ts'
import { appGroupJson, appUserJson } from './app-user.ts'
import { appJson } from './app.ts'
import { groupJson, groupRuleJson } from './group.ts'
import { serverJson } from './server.ts'
import { userJson } from './user.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<Site, Rows> = {
  appGroups: (site, row) => appGroupJson(site, row),
  appUsers: (site, row) => appUserJson(site, row),
  apps: (site, row) => appJson(site, row),
  groupRules: (site, row) => groupRuleJson(site, row),
  groups: (site, row) => groupJson(site, row),
  servers: (site, row) => serverJson(site, row),
  users: (site, row) => userJson(site, row),
}
