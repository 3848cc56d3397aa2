import { underFormerPath } from '../../former-path.ts'
import { externalAccountsRoutes } from './external-accounts.ts'
import { personsRoutes } from './persons.ts'

const one = '/v1/accounts/:account'

/** The persons and the bank accounts of an account, under the paths that older SDKs call. */
export const accountFormerRoutes = [
  underFormerPath(personsRoutes, 'PostAccountsAccountPersons', 'PostAccountsAccountPeople', `${one}/people`),
  underFormerPath(personsRoutes, 'GetAccountsAccountPersons', 'GetAccountsAccountPeople', `${one}/people`),
  ...['Get', 'Post', 'Delete'].map((verb) =>
    underFormerPath(
      personsRoutes,
      `${verb}AccountsAccountPersonsPerson`,
      `${verb}AccountsAccountPeoplePerson`,
      `${one}/people/:person`,
    ),
  ),
  underFormerPath(
    externalAccountsRoutes,
    'PostAccountsAccountExternalAccounts',
    'PostAccountsAccountBankAccounts',
    `${one}/bank_accounts`,
  ),
  ...['Get', 'Post', 'Delete'].map((verb) =>
    underFormerPath(
      externalAccountsRoutes,
      `${verb}AccountsAccountExternalAccountsId`,
      `${verb}AccountsAccountBankAccountsId`,
      `${one}/bank_accounts/:id`,
    ),
  ),
]
