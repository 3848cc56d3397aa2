import type { Context, Probot } from 'probot'

const LABEL = 'needs details'

/** The length below which a description is too short, in characters. */
const DETAIL = 30

/** A GitHub App that answers new issues, and asks for details when the description is short. */
export default function app(robot: Probot): void {
  robot.on('issues.opened', answer)
}

async function answer(context: Context<'issues.opened'>): Promise<void> {
  const { issue } = context.payload
  // Two apps that answer each other would never stop.
  if (issue.user?.type === 'Bot') return
  const short = (issue.body ?? '').trim().length < DETAIL
  if (short) await context.octokit.rest.issues.addLabels(context.issue({ labels: [LABEL] }))
  const login = issue.user?.login ?? 'ghost'
  const body = short
    ? `Thanks, @${login}. What did you do, what did you expect, and what happened instead?`
    : `Thanks, @${login}! Somebody will look at this soon.`
  await context.octokit.rest.issues.createComment(context.issue({ body }))
}
