// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
import { expect, test } from 'vitest'
import type { Published } from './published-types.fixture.ts'
import type { authSaas } from './services/auth-saas/index.ts'
import type { chat } from './services/chat/index.ts'
import type { cloud } from './services/cloud/index.ts'
import type { codehost } from './services/codehost/index.ts'
import type { deployhost } from './services/deployhost/index.ts'
import type { docdb } from './services/docdb/index.ts'
import type { mail } from './services/mail/index.ts'
import type { oidcA } from './services/oidc-a/index.ts'
import type { oidcB } from './services/oidc-b/index.ts'
import type { oidcC } from './services/oidc-c/index.ts'
import type { oidcD } from './services/oidc-d/index.ts'
import type { payments } from './services/payments/index.ts'

// The compiler refuses `true` where the types differ. At run time there is nothing to compare.
const agree = <Agrees extends boolean>(agrees: Agrees): void => expect(agrees).toBe(true)

test('the published types of auth-saas agree with its definition', () => {
  agree<Published<'auth-saas', typeof authSaas>>(true)
})

test('the published types of chat agree with its definition', () => {
  agree<Published<'chat', typeof chat>>(true)
})

test('the published types of cloud agree with its definition', () => {
  agree<Published<'cloud', typeof cloud>>(true)
})

test('the published types of codehost agree with its definition', () => {
  agree<Published<'codehost', typeof codehost>>(true)
})

test('the published types of deployhost agree with its definition', () => {
  agree<Published<'deployhost', typeof deployhost>>(true)
})

test('the published types of docdb agree with its definition', () => {
  agree<Published<'docdb', typeof docdb>>(true)
})

test('the published types of mail agree with its definition', () => {
  agree<Published<'mail', typeof mail>>(true)
})

test('the published types of oidc-a agree with its definition', () => {
  agree<Published<'oidc-a', typeof oidcA>>(true)
})

test('the published types of oidc-b agree with its definition', () => {
  agree<Published<'oidc-b', typeof oidcB>>(true)
})

test('the published types of oidc-c agree with its definition', () => {
  agree<Published<'oidc-c', typeof oidcC>>(true)
})

test('the published types of oidc-d agree with its definition', () => {
  agree<Published<'oidc-d', typeof oidcD>>(true)
})

test('the published types of payments agree with its definition', () => {
  agree<Published<'payments', typeof payments>>(true)
})
