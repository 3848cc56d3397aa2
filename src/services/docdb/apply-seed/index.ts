import { SeedProblem, type SharedSeed } from '#core/service.ts'
import type { DocdbContext } from '#docdb/call.ts'
import { seedData } from './data.ts'
import { addCluster, settleCluster } from '#docdb/rules/admin/clusters.ts'
import { addDatabaseUser } from '#docdb/rules/admin/database-users.ts'
import { addApiKey } from '#docdb/rules/admin/api-keys.ts'
import { addOrganization, addProject } from '#docdb/rules/admin/projects.ts'
import type { Organization, Project } from '#docdb/schema/admin.ts'
import type { Section } from '#docdb/seed.ts'

/** The name of the project of a seed without one. */
const DEFAULT_PROJECT = 'Project 0'

/**
 * Fills the store from the `docdb` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: DocdbContext, section: Section, shared: SharedSeed): void {
  const { rows } = context
  rows.clusterTime.set(section.create_ms)
  rows.searchBuildTime.set(section.search_index_ms)
  rows.hasScripts.set(section.javascript)
  for (const { token, login } of shared.tokens) rows.userTokens.insert({ id: token, login })
  const organization = addOrganization(context, section.organization)
  seedProjects(context, section, organization)
  seedClusters(context, section, organization)
  seedDatabaseUsers(context, section, organization)
  seedApiKeys(context, section, organization)
  seedData(context, section)
}

function seedProjects(context: DocdbContext, { projects }: Section, organization: Organization): void {
  for (const [index, { name }] of projects.entries()) {
    if (context.rows.projects.find('name', organization.id, name) !== undefined) {
      throw new SeedProblem(['projects', index, 'name'], `${name}: another project has this name`)
    }
    newProject(context, organization, name)
  }
}

function seedClusters(context: DocdbContext, { clusters }: Section, organization: Organization): void {
  for (const [index, { project: projectName, name }] of clusters.entries()) {
    const project = projectNamed(context, organization, projectName)
    if (context.rows.clusters.find('name', project.id, name) !== undefined) {
      throw new SeedProblem(['clusters', index, 'name'], `${name}: another cluster of ${project.name} has this name`)
    }
    const cluster = addCluster(context, project, {
      name,
      clusterType: 'REPLICASET',
      replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1' }] }],
    })
    settleCluster(context, { clusterId: cluster.id })
  }
}

function seedDatabaseUsers(
  context: DocdbContext,
  { database_users: users }: Section,
  organization: Organization,
): void {
  for (const [index, { project: projectName, username, password = username, roles }] of users.entries()) {
    const project = projectNamed(context, organization, projectName)
    if (context.rows.databaseUsers.find('name', project.id, 'admin', username) !== undefined) {
      throw new SeedProblem(['database_users', index, 'username'], `${username}: another user has this name`)
    }
    addDatabaseUser(context, project, {
      databaseName: 'admin',
      username,
      password,
      roles: roles.map((each) =>
        typeof each === 'string'
          ? { roleName: each, databaseName: 'admin' }
          : { roleName: each.role, databaseName: each.db },
      ),
      scopes: [],
      labels: [],
      description: null,
      awsIAMType: 'NONE',
      ldapAuthType: 'NONE',
      oidcAuthType: 'NONE',
      x509Type: 'NONE',
      deleteAfter: null,
    })
  }
}

function seedApiKeys(context: DocdbContext, { api_keys: keys }: Section, organization: Organization): void {
  const { rows } = context
  if (keys.length > 0) rows.keysAreListed.set(true)
  for (const [index, { public_key: publicKey, private_key: privateKey, roles }] of keys.entries()) {
    if (rows.apiKeys.find('publicKey', publicKey) !== undefined) {
      throw new SeedProblem(['api_keys', index, 'public_key'], `${publicKey}: another key has this public half`)
    }
    const assigned = roles.map((each) =>
      typeof each === 'string'
        ? { projectId: null, roleName: each }
        : { projectId: projectNamed(context, organization, each.project).id, roleName: each.role },
    )
    addApiKey(context, organization, { publicKey, privateKey, description: 'seeded', roles: assigned })
  }
}

/** Returns the project with a name, made when there is none; without a name the first project. */
function projectNamed(context: DocdbContext, organization: Organization, name: string | undefined): Project {
  const { projects } = context.rows
  if (name === undefined) return projects.all()[0] ?? newProject(context, organization, DEFAULT_PROJECT)
  return projects.find('name', organization.id, name) ?? newProject(context, organization, name)
}

function newProject(context: DocdbContext, organization: Organization, name: string): Project {
  return addProject(context, {
    orgId: organization.id,
    name,
    tags: [],
    regionUsageRestrictions: 'COMMERCIAL_FEDRAMP_REGIONS_ONLY',
    withDefaultAlertsSettings: true,
  })
}
