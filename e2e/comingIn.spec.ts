import type { Locator, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { makePitch } from './api.ts'
import { browserOf, isAccessible, joinLinksOf, mailsOf, signIn } from './people.ts'
import { expect, type Stack, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

/** The text of an e-mail to an address that contains the given text, once it has arrived. */
async function mailed(stack: Stack, email: string, what: RegExp): Promise<string> {
  let found: string | undefined
  const look = async () => {
    found = (await mailsOf(stack, email)).map(text => what.exec(text)?.[1]).find(Boolean)
    return found
  }
  await expect.poll(look, { timeout: 20_000 }).toBeTruthy()
  return found ?? ''
}

/** Presses Tab until an element has the focus: an unreachable element fails the journey. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tab key does not lead to ${target}`)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** In a menu the arrow keys move the focus. */
async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name })
  await expect(item).toBeVisible()
  for (let pressed = 0; pressed < 12; pressed++) {
    await page.keyboard.press('ArrowDown')
    if (await item.evaluate(element => element === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
}

test('[NAV-027, PROD-049] with the keyboard alone, an invited presenter opens an account, protects it, forgets the password and comes back', async ({
  browser,
  stack,
}) => {
  test.slow()
  const email = 'nora@reef.example'
  const [first, second] = ['quiet Lagoon 58', 'warm Harbour 73']
  const page = await browserOf(browser, stack)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const me = () => page.getByRole('button', { name: /^Your account/ })
  let secret = ''
  /** Each code is accepted once, so each time the code of the next half minute is used. */
  const code = (steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

  await test.step('an administrator invites her', async () => {
    const ada = await browserOf(browser, stack)
    await signIn(ada, stack.facts.people.admin.username, stack.facts.password)
    await ada.goto('/presenter-invitation')
    await ada.getByRole('button', { name: 'Invite presenters' }).first().click()
    await ada.getByLabel('Email addresses').fill(email)
    await ada.getByRole('button', { name: 'Create invitations' }).click()
    await ada.getByRole('button', { name: 'Done' }).click()
    await expect(ada.getByRole('dialog')).toHaveCount(0)
    await expect(ada.getByRole('cell', { name: email, exact: true })).toBeVisible()
    await ada.context().close()
  })

  await test.step('[ROUTE-014] she opens the mailed link, agrees to the policies and is in', async () => {
    await page.goto(await mailed(stack, email, /(https?:\/\/\S+invite_code=[\w-]{43})/))
    await expect(page.getByRole('heading', { name: 'Create your presenter account' })).toBeVisible()
    await type(page, box('First name'), 'Nora')
    await type(page, box('Last name'), 'Reef')
    await type(page, box('New password'), first)
    await type(page, box('Confirm password'), first)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Agree before you continue.')).toBeVisible()
    await isAccessible(page)
    await press(page, page.getByRole('checkbox'), 'Space')
    await press(page, button('Create my account'))
    await expect(page).toHaveURL(/\/admin\/index/)
    await expect(page.getByRole('heading', { name: /Hi Nora Reef/ })).toBeVisible()
    await isAccessible(page)
  })

  await test.step('she sets an authenticator app', async () => {
    await press(page, me())
    await choose(page, 'System Setting')
    await expect(page).toHaveURL(/\/personal-info\/settings/)
    await isAccessible(page)
    await press(page, page.getByRole('tab', { selected: true }), 'ArrowRight')
    await expect(button('Authenticator app')).toBeVisible()
    await isAccessible(page)
    await press(page, button('Authenticator app'))
    await type(page, box('Your current password'), first)
    await page.keyboard.press('Enter')
    secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await isAccessible(page)
    await expect(box('Code')).toBeFocused()
    await page.keyboard.type(code(-1))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await isAccessible(page)
    await press(page, button('I’ve saved them'))
    await expect(button('Remove Authenticator app')).toBeVisible()
    await isAccessible(page)
  })

  await test.step('she signs out, and comes in with the app', async () => {
    await press(page, me())
    await choose(page, 'Sign out')
    await type(page, box('Username or email'), email)
    await type(page, box('Password'), first)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Verify it’s you' })).toBeVisible()
    await isAccessible(page)
    await type(page, box('Code'), code(0))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/index$/)
    await press(page, me())
    await choose(page, 'Sign out')
    await expect(box('Username or email')).toBeVisible()
    await isAccessible(page)
  })

  await test.step('[ROUTE-036, ROUTE-028, ROUTE-039] she has forgotten the password, and sets another by the mailed link', async () => {
    await press(page, page.getByRole('link', { name: 'Forgot your password?' }))
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/forgot-password')
    await isAccessible(page)
    await type(page, box('Email'), email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/reset-password-email-sent/)
    await expect(page.getByRole('status')).toContainText('This server doesn’t send email yet.')
    await isAccessible(page)
    await page.goto(await mailed(stack, email, /(https?:\/\/\S+\/reset-password\/\S+)/))
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    expect(page.url()).toBe(`${stack.url}/reset-password`)
    await type(page, box('New password'), second)
    await type(page, box('Confirm password'), second)
    await isAccessible(page)
    await page.keyboard.press('Enter')
  })

  await test.step('the app is asked for all the same; then My pitches opens', async () => {
    await expect(page.getByRole('heading', { name: 'Verify it’s you' })).toBeVisible()
    await type(page, box('Code'), code(1))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/index$/)
    await press(page, page.getByRole('link', { name: 'My pitches' }))
    await expect(page).toHaveURL(/\/pitches\/list/)
    await expect(page.getByRole('heading', { name: 'My pitches' })).toBeVisible()
    await isAccessible(page)
  })

  await test.step('what she has forgotten opens nothing', async () => {
    await press(page, me())
    await choose(page, 'Sign out')
    await type(page, box('Username or email'), email)
    await type(page, box('Password'), first)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await isAccessible(page)
  })
})

test('[ROUTE-017, NAV-029] 受邀的投資人註冊，以連結或登入進入會議室', async ({ browser, stack }) => {
  test.slow()
  const email = 'lin@harbour.example'
  const password = 'quiet Lagoon 58'
  const { people } = stack.facts
  const pitch = await makePitch(stack)
  const inChinese = (page: Page) => page.addInitScript(() => localStorage.setItem('rostrum.language', 'zh-Hant'))

  const paula = await browserOf(browser, stack)
  await signIn(paula, people.presenter.username, stack.facts.password)
  await test.step('the presenter invites her', async () => {
    await paula.goto(`/pitches/invite/${pitch.uuid}`)
    await paula.getByRole('textbox', { name: 'People to invite' }).fill(`Lin Mei <${email}>`)
    await paula.getByRole('combobox', { name: 'Email language' }).click()
    await paula.getByRole('option', { name: '繁體中文' }).click()
    await isAccessible(paula)
    await paula.getByRole('button', { name: 'Invite 1 person' }).click()
    await expect(paula.getByText('1 person added.')).toBeVisible()
  })

  const lin = await browserOf(browser, stack)
  await inChinese(lin)
  await test.step('she registers with a code and says how experienced she is', async () => {
    await lin.goto('/login')
    await lin.getByRole('link', { name: '新使用者？建立帳號' }).click()
    await expect(lin.getByRole('heading', { name: '註冊為投資人' })).toBeVisible()
    const form = lin.locator('form').first()
    await form.getByLabel('電子郵件地址').fill(email)
    await form.getByRole('button', { name: '寄送驗證碼' }).click()
    await expect(form.getByRole('status')).toContainText(`如果 ${email} 可以註冊，請向 Rostrum 的維運人員索取驗證碼`)
    await form.getByLabel('郵件中的驗證碼').fill(await mailed(stack, email, /驗證碼\D+(\d{4} \d{4})\b/))
    await form.getByRole('textbox', { name: '名字' }).fill('Mei')
    await form.getByRole('textbox', { name: '姓氏' }).fill('Lin')
    await form.getByRole('textbox', { name: '新密碼' }).fill(password)
    await form.getByRole('textbox', { name: '再次輸入' }).fill(password)
    await form.getByRole('button', { name: '建立帳號' }).click()
    await expect(form.getByText('請選擇一項。')).toBeVisible()
    await isAccessible(lin)
    await form.getByRole('combobox', { name: '投資經驗' }).click()
    await lin.getByRole('option', { name: '兩至五年' }).click()
    await form.getByRole('checkbox').check()
    await isAccessible(lin)
    await form.getByRole('button', { name: '建立帳號' }).click()
    await expect(lin).toHaveURL(/\/personal-info\/profile$/)
    await expect(lin.getByRole('heading', { name: '個人資料' })).toBeVisible()
    await isAccessible(lin)
  })

  const phone = await browserOf(browser, stack, { viewport: { width: 390, height: 844 } })
  await test.step('she waits at the link of the mail, on a telephone', async () => {
    await inChinese(phone)
    const [link = ''] = await joinLinksOf(stack, email)
    await phone.goto(link)
    await expect(phone).toHaveURL(/\/join-session-wait\?pitch=[\w-]+$/)
    await expect(phone.getByRole('timer')).toBeVisible()
    await isAccessible(phone)
  })

  await test.step('the pitch goes live, and she is in the room by both ways', async () => {
    await paula.goto(`/join-session/${pitch.uuid}`)
    await paula.getByRole('button', { name: 'Enter room' }).click()
    await paula.getByRole('button', { name: 'Start pitch' }).click()
    await expect(phone).toHaveURL(new RegExp(`/live/${pitch.uuid}`))
    await expect(phone.locator('.stage-frame')).toBeVisible()
    await isAccessible(phone)
    await lin.goto(`/join-session/${pitch.uuid}`)
    await expect(lin.getByText('Lin Mei').or(lin.getByText('Mei Lin'))).toBeVisible()
    await isAccessible(lin)
    await lin.locator('.lobby-door').getByRole('button').click()
    await expect(lin).toHaveURL(new RegExp(`/live/${pitch.uuid}`))
    await expect(lin.locator('.stage-frame')).toBeVisible()
    await isAccessible(lin)
  })
})

test('[SCREEN-041, STATE-099, STATE-100, STATE-105] 长时间无操作：先询问，再退出登录并说明原因', async ({
  browser,
  stack,
}) => {
  const { username } = stack.facts.people.chineseInvestor
  const page = await browserOf(browser, stack)
  await page.clock.install()
  await page.addInitScript(() => localStorage.setItem('rostrum.language', 'zh-Hans'))
  await page.goto('/login')
  await page.getByLabel('用户名或邮箱').fill(username)
  await page.getByRole('textbox', { name: '密码' }).fill(stack.facts.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/personal-info\/profile$/)
  await expect(page.getByRole('textbox', { name: '公司' })).toBeVisible()
  await page.waitForLoadState('networkidle') // anything still loading would restart the timer
  const asks = page.getByRole('dialog', { name: '您还在吗？' })

  await page.clock.fastForward('28:30')
  await expect(asks).toBeHidden()
  await page.clock.fastForward('00:45')
  await expect(asks.getByRole('timer')).toContainText('秒后退出')
  await expect(page.getByRole('button', { name: '保持登录' })).toBeFocused()
  await isAccessible(page)
  await page.keyboard.press('Enter')
  await expect(asks).toBeHidden()

  // an answered call has restarted the timer
  await page.clock.fastForward('28:30')
  await expect(asks).toBeHidden()
  await page.clock.fastForward('00:45')
  await expect(asks).toBeVisible()
  await page.clock.fastForward('01:00')
  await expect(page).toHaveURL(/\/login/)
  await expect(
    page.getByRole('status').filter({ hasText: '您长时间没有操作，已退出登录。重新登录后可继续之前的操作。' }),
  ).toBeVisible()
  await isAccessible(page)
  await page.reload()
  await expect(page.getByText('您长时间没有操作，已退出登录。重新登录后可继续之前的操作。')).toBeVisible()

  // the server has ended the session as well
  expect((await page.context().cookies()).some(({ name }) => name === 'rostrum_access')).toBe(false)
  await page.getByLabel('用户名或邮箱').fill(username)
  await page.getByRole('textbox', { name: '密码' }).fill(stack.facts.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/personal-info\/profile$/)
})
