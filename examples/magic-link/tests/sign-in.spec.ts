import { expect, test } from './test.ts'

test('a visitor signs in with the link in her mail', async ({ page, app, mail }) => {
  await page.goto(app.url)
  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('We have sent a link to ada@example.com.')).toBeVisible()

  const { subject, links } = await mail.inbox.next({ to: 'ada@example.com' })
  expect(subject).toBe('Your link to Acme')
  await page.goto(links[0] ?? '')
  await expect(page.getByText('Signed in as ada@example.com')).toBeVisible()
})

test('a link works once', async ({ page, app, mail, browser }) => {
  await page.goto(app.url)
  await page.getByLabel('E-mail address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  const { links } = await mail.inbox.next({ to: 'grace@example.com' })
  await page.goto(links[0] ?? '')
  await expect(page.getByText('Signed in as grace@example.com')).toBeVisible()

  const elsewhere = await browser.newPage()
  await elsewhere.goto(links[0] ?? '')
  await expect(elsewhere.getByText('This link has been used')).toBeVisible()
  await elsewhere.close()
})

test('a visitor is told when no mail can be sent', async ({ page, app, mail }) => {
  mail.faults.add({ path: '/emails', status: 503 })
  await page.goto(app.url)
  await page.getByLabel('E-mail address').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('We cannot send mail at the moment.')).toBeVisible()
  expect(mail.inbox.list()).toEqual([])
})
