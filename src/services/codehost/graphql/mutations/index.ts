import type { Fields } from '../source.ts'
import { accountMutations } from './accounts.ts'
import { checkMutations } from './checks.ts'
import { deploymentMutations } from './deployments.ts'
import { discussionMutations } from './discussions.ts'
import { issueMutations } from './issues.ts'
import { issueRelationMutations } from './issue-relations.ts'
import { partMutations } from './parts.ts'
import { projectItemMutations } from './project-items.ts'
import { projectMutations } from './projects.ts'
import { protectionMutations } from './protection.ts'
import { rulesetMutations } from './rulesets.ts'
import { pullMutations } from './pulls.ts'
import { repositoryMutations } from './repositories.ts'
import { subscriptionMutations } from './subscriptions.ts'
import { reviewMutations } from './reviews.ts'

/** The root of mutations. https://docs.github.com/graphql/reference/mutations */
export const Mutation: Fields<undefined> = {
  ...accountMutations,
  ...checkMutations,
  ...deploymentMutations,
  ...discussionMutations,
  ...issueMutations,
  ...issueRelationMutations,
  ...partMutations,
  ...projectMutations,
  ...projectItemMutations,
  ...protectionMutations,
  ...rulesetMutations,
  ...pullMutations,
  ...reviewMutations,
  ...repositoryMutations,
  ...subscriptionMutations,
}
