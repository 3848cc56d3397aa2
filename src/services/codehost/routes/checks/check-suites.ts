import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { checkSuiteJson } from '#codehost/json/checks/check-suite.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import { createCheckSuite, rerequestCheckSuite } from '#codehost/rules/checks/check-suites.ts'
import { isOfApp } from '#codehost/rules/checks/lists.ts'
import { preferencesOf, setPreferences } from '#codehost/rules/checks/requests.ts'
import { findCommit } from '#codehost/rules/commits/find.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadCheckSuite } from '#codehost/steps/checks.ts'

const { get, post, patch } = routesFor<CodehostCall>()

const CheckSuiteInput = v.object({ head_sha: v.string() })

const PreferencesChanges = v.object({
  auto_trigger_checks: v.optional(
    v.array(v.object({ app_id: v.pipe(v.number(), v.integer()), setting: v.boolean() })),
    [],
  ),
})

const one = '/repos/:owner/:repo/check-suites/:check_suite_id'

/** Check suites. https://docs.github.com/rest/checks/suites */
export const checkSuitesRoutes = [
  post(
    'checks/create-suite',
    '/repos/:owner/:repo/check-suites',
    requireWrite('push'),
    requireBody(CheckSuiteInput),
    (call) => {
      const { repo, user, body } = call
      const { suite, isNew } = createCheckSuite(call, repo, body.head_sha, user)
      const wire = checkSuiteJson(call, repo, suite)
      return isNew ? json(wire, 201, { location: wire.url }) : json(wire)
    },
  ),
  patch(
    'checks/set-suites-preferences',
    '/repos/:owner/:repo/check-suites/preferences',
    requireWrite('admin'),
    requireBody(PreferencesChanges),
    (call) => {
      const { repo, body, rows } = call
      const settings = new Map(preferencesOf(rows, repo))
      for (const { app_id: appId, setting } of body.auto_trigger_checks) settings.set(appId, setting)
      setPreferences(rows, repo, settings)
      return json({
        preferences: {
          auto_trigger_checks: [...settings].map(([appId, setting]) => ({ app_id: appId, setting })),
        },
        repository: briefRepositoryJson(call, repo),
      })
    },
  ),
  get('checks/get-suite', one, loadRepo, loadCheckSuite, (call) => json(checkSuiteJson(call, call.repo, call.suite))),
  post('checks/rerequest-suite', `${one}/rerequest`, requireWrite('push'), loadCheckSuite, (call) => {
    rerequestCheckSuite(call, call.repo, call.suite, call.user)
    return json({}, 201)
  }),
  get('checks/list-suites-for-ref', '/repos/:owner/:repo/commits/*/check-suites', loadRepo, (call) => {
    const { rows, repo, query } = call
    const commit = findCommit(rows, repo, call.params['*'])
    const name = query.get('check_name')
    const found = rows.checkSuites
      .list('byCommit', repo.id, commit.sha)
      .filter(
        (suite) =>
          isOfApp(call, suite) &&
          (name === null || rows.checkRuns.referring('suiteId', suite.id).some((run) => run.name === name)),
      )
    return answerNamedPage(call, 'check_suites', found, (suite) => checkSuiteJson(call, repo, suite))
  }),
]
