import { defineService } from '#core/define-service.ts'
import { authenticate } from './auth.ts'
import type { MailCall } from './call.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { finish } from './routes/finish.ts'
import { inbox } from './commands/inbox.ts'
import { applySeed } from './apply-seed/index.ts'
import { receive } from './commands/receive.ts'
import { report } from './commands/report.ts'
import { isPixel } from './rules/api-paths.ts'
import { resumeRun } from './rules/automations/runs.ts'
import { importContacts } from './rules/audiences/contact-imports.ts'
import { sendScheduledBroadcast } from './rules/audiences/broadcasts.ts'
import { sendScheduled } from './rules/sending/send.ts'
import { endVerification } from './rules/account/verification.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { smtp } from './smtp/server.ts'
import { webhooks } from './webhooks.ts'
import { unimplemented } from './routes/unimplemented.ts'

/** A stand-in for the Resend API. https://resend.com/docs/api-reference/introduction */
export const mail = defineService({
  id: 'mail',
  port: 4009,
  title: 'Resend API',
  hosts,
  seed,
  starter,
  collections,
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  // A page of any origin may show a message with its pixel: that of the inbox has an origin of its own.
  crossOrigin: {
    preflight: () => null,
    headers: () => null,
    admits: ({ method, path }: MailCall) => method === 'GET' && isPixel(path),
  },
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  unimplemented,
  finish,
  webhooks,
  commands: { inbox, report, receive },
  timers: {
    sendEmail: sendScheduled,
    sendBroadcast: sendScheduledBroadcast,
    verifyDomain: endVerification,
    resumeRun,
    importContacts,
  },
  listeners: { smtp },
  env: (url, section, _shared, { smtp: port }) => {
    // Without a seeded key every key of the vendor's form is accepted.
    const key = section.api_keys.find(({ token }) => token !== undefined)?.token ?? 're_dev_token'
    return { MAIL_API_BASE: url, RESEND_BASE_URL: url, RESEND_API_KEY: key, ...smtpEnv(url, key, port) }
  },
})

/** Returns the variables that point a client of SMTP at an instance; none when it has no SMTP server. */
function smtpEnv(url: string, key: string, port: number | undefined): Readonly<Record<string, string>> {
  if (port === undefined) return {}
  const { hostname } = new URL(url)
  return {
    MAIL_SMTP_HOST: hostname,
    MAIL_SMTP_PORT: String(port),
    MAIL_SMTP_URL: `smtp://resend:${encodeURIComponent(key)}@${hostname}:${port}`,
  }
}
