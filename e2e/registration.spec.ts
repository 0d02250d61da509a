import { browserOf, isAccessible, mailsOf, signIn } from './people.ts'
import { expect, type Stack, test } from './stack.ts'

const password = 'quiet Lagoon 58'

/** The invitation link that was mailed to an address. */
async function inviteLinkOf(stack: Stack, email: string): Promise<string> {
  const [text = ''] = await mailsOf(stack, email)
  return /https?:\/\/\S+invite_code=[\w-]{43}/.exec(text)?.[0] ?? ''
}

test('a pitch administrator invites presenters, and one opens their account with the keyboard alone', async ({
  browser,
  stack,
}) => {
  const email = 'petra@new.example'
  const pia = await browserOf(browser, stack)
  await signIn(pia, stack.facts.people.pitchadmin.username, stack.facts.password)
  await pia.goto('/presenter-invitation')
  await isAccessible(pia)
  await pia.getByRole('button', { name: 'Invite presenters' }).first().click()
  await pia.getByLabel('Email addresses').fill(`${email}, nonsense`)
  await isAccessible(pia)
  await pia.getByRole('button', { name: 'Create invitations' }).click()
  await expect(pia.getByText('Not an email address')).toBeVisible()
  await pia.getByRole('button', { name: 'Done' }).click()
  const rows = pia.getByRole('region', { name: 'Invitations' })
  await expect(rows.getByRole('cell', { name: email, exact: true })).toBeVisible()

  const petra = await browserOf(browser, stack)
  await petra.goto(await inviteLinkOf(stack, email))
  await expect(petra.getByRole('heading', { name: 'Create your presenter account' })).toBeVisible()
  expect(petra.url()).toBe(`${stack.url}/sign-up-presenter`)
  await isAccessible(petra)
  const { keyboard } = petra
  await petra.getByLabel('First name').focus()
  // name, company, password, its eye, password again, its eye
  for (const typed of ['Petra', 'Presenter', 'Petra Co', password, '', password, '']) {
    await keyboard.type(typed)
    await keyboard.press('Tab')
  }
  await keyboard.press('Space')
  await expect(petra.getByRole('checkbox')).toBeChecked()
  await keyboard.press('Enter')
  await expect(petra).toHaveURL(/\/admin\/index/)
  await expect(petra.getByText(/Hi Petra/)).toBeVisible()

  await petra.goto('/logout')
  await expect(petra).toHaveURL(/\/login/)
  await signIn(petra, email, password)
  await expect(petra).toHaveURL(/\/admin\/index/)
})

test('a person signed in with another account signs out first; a used link says so', async ({ browser, stack }) => {
  const email = 'omar@new.example'
  const uma = await browserOf(browser, stack)
  await signIn(uma, stack.facts.people.useradmin.username, stack.facts.password)
  await uma.goto('/user-management/invitations')
  await uma.getByRole('button', { name: 'Invite users' }).first().click()
  await uma.getByLabel('Email addresses').fill(email)
  await uma.getByRole('button', { name: 'Create invitations' }).click()
  await uma.getByRole('button', { name: 'Done' }).click()
  const link = await inviteLinkOf(stack, email)

  await uma.goto(link)
  await expect(uma.getByRole('heading', { name: 'This invitation is for someone else' })).toBeVisible()
  await isAccessible(uma)
  await uma.getByRole('button', { name: 'Sign out and continue' }).click()
  await uma.getByLabel('First name').fill('Omar')
  await uma.getByLabel('Last name').fill('Novak')
  await uma.getByLabel('New password').fill(password)
  await uma.getByLabel('Confirm password').fill(password)
  await uma.getByRole('checkbox').check()
  await uma.getByRole('button', { name: 'Create my account' }).click()
  await expect(uma).toHaveURL(/\/personal-info\/profile/)

  const other = await browserOf(browser, stack)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This invitation can’t be used again' })).toBeVisible()
})

for (const [language, words] of [
  ['en', ['Register as an investor', 'No invitation?']],
  ['zh-Hans', ['注册为投资人', '没有邀请？']],
  ['zh-Hant', ['註冊為投資人', '沒有邀請？']],
] as const)
  test(`the registration pages speak ${language}`, async ({ browser, stack }) => {
    const page = await browserOf(browser, stack)
    await page.addInitScript(chosen => localStorage.setItem('rostrum.language', chosen), language)
    await page.goto('/sign-up/investor')
    for (const name of words) await expect(page.getByRole('heading', { name })).toBeVisible()
    await isAccessible(page)
    for (const path of ['/register/account', '/signup-email-sent', '/activate-account/none', '/become-typeuser-wait']) {
      await page.goto(path)
      await isAccessible(page)
    }
  })
