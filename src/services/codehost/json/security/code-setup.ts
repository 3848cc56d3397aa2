import type { CodehostCall, Site } from '#codehost/call.ts'
import { simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { endOf, isDone, languagesOfSetup } from '#codehost/rules/security/code-setup.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { CodeFix, CodeqlDatabase, VariantAnalysis } from '#codehost/schema/security-settings.ts'
import { time, timeOrNull } from '../format.ts'

/** The default setup of code scanning: `code-scanning-default-setup`. */
export function defaultSetupJson({ rows }: Site, repo: Repo) {
  const setup = rows.defaultSetups.get(repo.id)
  return {
    state: setup.isConfigured ? 'configured' : 'not-configured',
    languages: languagesOfSetup(rows, repo),
    runner_type: setup.isConfigured ? setup.runnerType : null,
    runner_label: setup.runnerLabel,
    query_suite: setup.querySuite,
    threat_model: setup.threatModel,
    updated_at: timeOrNull(setup.updatedAt),
    schedule: setup.isConfigured ? 'weekly' : null,
  }
}

/** A CodeQL database: `code-scanning-codeql-database`. */
export function codeqlDatabaseJson(site: Site, repo: Repo, database: CodeqlDatabase) {
  return {
    id: database.id,
    name: database.language,
    language: database.language,
    uploader: simpleUserByIdJson(site, database.uploaderId),
    content_type: 'application/zip',
    size: 0,
    created_at: time(database.createdAt),
    updated_at: time(database.updatedAt),
    url: `${repoUrls(site, repo).url}/code-scanning/codeql/databases/${database.language}`,
    commit_oid: database.sha,
  }
}

/** An analysis of several repositories: `code-scanning-variant-analysis`. */
export function variantAnalysisJson(call: CodehostCall, controller: Repo, analysis: VariantAnalysis) {
  const { rows, clock } = call
  const done = isDone(analysis.createdAt, clock.now())
  const end = time(endOf(analysis.createdAt))
  const withoutDatabase = reposJson(call, analysis.withoutDatabaseIds)
  return {
    id: analysis.id,
    controller_repo: briefRepositoryJson(call, controller),
    actor: simpleUserByIdJson(call, analysis.actorId),
    query_language: analysis.language,
    query_pack_url: `${repoUrls(call, controller).url}/code-scanning/codeql/variant-analyses/${analysis.id}/query-pack`,
    created_at: time(analysis.createdAt),
    updated_at: done ? end : time(analysis.createdAt),
    completed_at: done ? end : null,
    status: done ? 'succeeded' : 'in_progress',
    scanned_repositories: analysis.scannedIds.flatMap((id) => {
      const repo = rows.repos.get(id)
      return repo === undefined ? [] : [{ repository: variantRepoJson(call, repo), ...outcomeJson(done) }]
    }),
    skipped_repositories: {
      access_mismatch_repos: { repository_count: 0, repositories: [] },
      not_found_repos: { repository_count: analysis.unknownNames.length, repository_full_names: analysis.unknownNames },
      no_codeql_db_repos: { repository_count: withoutDatabase.length, repositories: withoutDatabase },
      over_limit_repos: { repository_count: 0, repositories: [] },
    },
  }
}

/** The part of an analysis that one repository is: `code-scanning-variant-analysis-repo-task`. */
export function variantTaskJson(call: CodehostCall, analysis: VariantAnalysis, repo: Repo) {
  const done = isDone(analysis.createdAt, call.clock.now())
  const database = call.rows.codeqlDatabases.find('language', repo.id, analysis.language)
  return {
    repository: briefRepositoryJson(call, repo),
    ...outcomeJson(done),
    ...(done && database !== undefined ? { database_commit_sha: database.sha } : {}),
  }
}

function outcomeJson(done: boolean) {
  return done
    ? { analysis_status: 'succeeded', result_count: 0, artifact_size_in_bytes: 0 }
    : { analysis_status: 'in_progress' }
}

function reposJson(site: Site, ids: readonly number[]) {
  return ids.flatMap((id) => {
    const repo = site.rows.repos.get(id)
    return repo === undefined ? [] : [variantRepoJson(site, repo)]
  })
}

function variantRepoJson(site: Site, repo: Repo) {
  return {
    id: repo.id,
    name: repo.name,
    full_name: repoUrls(site, repo).fullName,
    private: repo.private,
    stargazers_count: site.rows.stars.countReferring('repoId', repo.id),
    updated_at: time(repo.updatedAt),
  }
}

/** A proposal for an alert: `code-scanning-autofix`. */
export function codeFixJson({ clock }: CodehostCall, { startedAt }: CodeFix) {
  const done = isDone(startedAt, clock.now())
  const description = done ? 'A change that mends this alert.' : null
  return { status: done ? 'success' : 'pending', description, started_at: time(startedAt) }
}
