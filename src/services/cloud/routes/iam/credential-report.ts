import { HOUR } from '#core/duration.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { reportExpired, reportNotPresent } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { accountSettings, changeAccountSettings } from '#cloud/rules/iam/account-settings.ts'
import { credentialReport } from '#cloud/rules/iam/credential-report.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { timestamp } from '#cloud/xml/iam.ts'

const { post } = routesFor<CloudCall>()

/** The time for which the vendor keeps a report before it makes another. */
const LIFETIME = 4 * HOUR

/**
 * The report of all credentials. It is ready when its generation is answered; the next four hours it stays the same.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_GenerateCredentialReport.html
 */
export const credentialReportRoutes = [
  post('iam:GenerateCredentialReport', '/', iamInput({}), (call) => {
    const { clock } = call
    const report = accountSettings(call).credentialReport
    if (report !== null && clock.now() - report.generatedAt < LIFETIME) {
      return queryAnswer(call, { State: 'COMPLETE' })
    }
    const made = { content: credentialReport(call), generatedAt: clock.now() }
    changeAccountSettings(call, { credentialReport: made })
    return queryAnswer(call, {
      State: 'STARTED',
      Description: 'No report exists. Starting a new report generation task',
    })
  }),
  post('iam:GetCredentialReport', '/', iamInput({}), (call) => {
    const { clock } = call
    const report = accountSettings(call).credentialReport
    if (report === null) throw reportNotPresent()
    if (clock.now() - report.generatedAt >= LIFETIME) throw reportExpired()
    return queryAnswer(call, {
      Content: Buffer.from(report.content).toString('base64'),
      ReportFormat: 'text/csv',
      GeneratedTime: timestamp(report.generatedAt),
    })
  }),
]
