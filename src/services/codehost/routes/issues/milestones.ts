import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { atMost } from '#codehost/rules/characters.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import { milestoneJson } from '#codehost/json/issues/milestone.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import {
  createMilestone,
  deleteMilestone,
  labelsInMilestone,
  milestonesOfRepo,
  updateMilestone,
} from '#codehost/rules/issues/milestones.ts'
import { loadMilestone } from '#codehost/steps/issues.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const dueOn = v.pipe(
  v.string(),
  v.check((text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)), 'expected an ISO 8601 time'),
  v.transform((text) => Date.parse(text)),
)

const title = v.pipe(v.string(), v.minLength(1), atMost(255))

const MilestoneInput = v.object({
  title,
  state: v.optional(v.picklist(['open', 'closed']), 'open'),
  description: v.nullish(v.string(), null),
  due_on: v.nullish(dueOn, null),
})

const MilestoneChanges = v.object({
  title: v.optional(title),
  state: v.optional(v.picklist(['open', 'closed'])),
  description: v.optional(v.nullable(v.string())),
  due_on: v.optional(v.nullable(dueOn)),
})

/** Milestones. https://docs.github.com/rest/issues/milestones */
export const milestonesRoutes = [
  get('issues/list-milestones', '/repos/:owner/:repo/milestones', loadRepo, (call) =>
    answerPage(call, milestonesOfRepo(call, call.repo), (milestone) => milestoneJson(call, milestone)),
  ),
  post(
    'issues/create-milestone',
    '/repos/:owner/:repo/milestones',
    requireWrite('push'),
    body(MilestoneInput),
    (call) => {
      const { due_on, ...rest } = call.body
      const wire = milestoneJson(call, createMilestone(call, call.repo, { ...rest, dueOn: due_on }, call.user))
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('issues/get-milestone', '/repos/:owner/:repo/milestones/:milestone_number', loadRepo, loadMilestone, (call) =>
    json(milestoneJson(call, call.milestone)),
  ),
  patch(
    'issues/update-milestone',
    '/repos/:owner/:repo/milestones/:milestone_number',
    requireWrite('push'),
    loadMilestone,
    body(MilestoneChanges),
    (call) => {
      const { due_on, ...rest } = call.body
      return json(milestoneJson(call, updateMilestone(call, call.milestone, { ...rest, dueOn: due_on }, call.user)))
    },
  ),
  del(
    'issues/delete-milestone',
    '/repos/:owner/:repo/milestones/:milestone_number',
    requireWrite('push'),
    loadMilestone,
    (call) => {
      deleteMilestone(call, call.milestone, call.user)
      return empty()
    },
  ),
  get(
    'issues/list-labels-for-milestone',
    '/repos/:owner/:repo/milestones/:milestone_number/labels',
    loadRepo,
    loadMilestone,
    (call) => answerPage(call, labelsInMilestone(call.rows, call.milestone), (label) => labelJson(call, label)),
  ),
]
