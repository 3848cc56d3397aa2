import { MINUTE } from '#core/duration.ts'
import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type {
  EnterpriseConnection,
  EnterprisePerson,
  EnterpriseTestRun,
  TestRunLog,
  TestRunTicket,
} from '#auth-saas/schema/enterprise.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { beginEnterprise } from './requests.ts'

// Test runs of enterprise connections.
// https://clerk.com/docs/reference/backend-api/tag/enterprise-connections/POST/enterprise_connections/{enterprise_connection_id}/test_runs

/** How long the address lives that begins a test run. The vendor publishes no number. */
const TICKET_LIFETIME = 10 * MINUTE

/** Makes a ticket that begins test runs of a connection. */
export function makeTicket({ rows, ids, clock }: AuthContext, { id }: EnterpriseConnection): TestRunTicket {
  return rows.testRunTickets.insert({
    id: ids.secret.base62(43),
    connectionId: id,
    expiresAt: clock.now() + TICKET_LIFETIME,
  })
}

/**
 * Begins a test run, and asks the provider of the connection.
 *
 * @throws 400 for a ticket that is unknown, or has expired, or is of another connection.
 */
export function beginTestRun(
  context: AuthContext,
  connection: EnterpriseConnection,
  ticketId: string | null,
): EnterpriseTestRun {
  const { rows, ids, clock } = context
  const ticket = rows.testRunTickets.get(ticketId)
  if (ticket === undefined || ticket.connectionId !== connection.id || ticket.expiresAt <= clock.now()) {
    throw clerkFailure(400, 'ticket_invalid_code', 'Ticket is invalid', 'The ticket is invalid.')
  }
  const run = rows.enterpriseTestRuns.insert({
    ...commonFields(context, 'entconntest'),
    connectionId: connection.id,
    status: 'pending',
    person: null,
    logs: [],
    sent: {},
    token: ids.secret.base62(43),
  })
  beginEnterprise(context, 'test', run.id, connection)
  return run
}

/** The answer of a provider: a person, or the reason why there is none. */
export type TestOutcome = EnterprisePerson | { readonly problem: string }

/** Ends a test run with what the provider has answered and sent. */
export function endTestRun(
  context: AuthContext,
  { id }: EnterpriseTestRun,
  outcome: TestOutcome,
  sent: EnterpriseTestRun['sent'],
): EnterpriseTestRun {
  const isFailed = 'problem' in outcome
  const log: TestRunLog = isFailed
    ? { level: 'error', code: 'test_run_failed', short_message: 'Test failed', message: outcome.problem }
    : {
        level: 'info',
        code: 'test_run_succeeded',
        short_message: 'Test succeeded',
        message: `The identity provider has named ${outcome.emailAddress}.`,
      }
  return context.rows.enterpriseTestRuns.update(id, {
    status: isFailed ? 'failed' : 'success',
    person: isFailed ? null : outcome,
    logs: [log],
    sent,
    ...updatedNow(context),
  })
}

/** Returns the test runs of a connection that have one of some states, the newest first. */
export function testRunsOf(
  rows: Rows,
  { id }: EnterpriseConnection,
  query: URLSearchParams,
): readonly EnterpriseTestRun[] {
  const states = [...query.getAll('status'), ...query.getAll('status[]')].flatMap((each) => each.split(','))
  return rows.enterpriseTestRuns
    .referring('connectionId', id)
    .filter(({ status }) => states.length === 0 || states.includes(status))
    .toSorted((one, other) => other.number - one.number)
}
