import type { Locator, Page } from '@playwright/test'
import { DateTime } from 'luxon'
import { callerOf } from './api.ts'
import { browserOf, isAccessible, joinLinksOf, mailsOf, signIn } from './people.ts'
import { enter, openPanel } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after twenty seconds will not come
test.use({ actionTimeout: 20_000 })

/** Three investors, each in a language of the console, with what its screens say. */
const investors = [
  {
    ...{ email: 'ines@harbour.example', firstname: 'Ines', lastname: 'Sato', language: 'en' as const, initials: 'IS' },
    ...{ panel: /^Commit/, amount: 'Amount (USD)', signed: 'Your initials', review: 'Review' },
    ...{ confirm: /^Commit US\$/, done: /^Commitment recorded: US\$40,000/, full: /^All seats are taken/ },
    ...{
      join: 'Join waiting list',
      first: /^You’re number 1 on the waiting list/,
      offered: /^A seat is reserved for you/,
    },
  },
  {
    ...{
      email: 'wei@harbour.example',
      firstname: 'Wei',
      lastname: 'Zhao',
      language: 'zh-Hans' as const,
      initials: 'WZ',
    },
    ...{ panel: /^认购意向/, amount: '意向金额（USD）', signed: '签名（姓名或缩写）', review: '核对' },
    ...{ confirm: /^提交 US\$.* 的认购意向$/, done: /^已记录您的认购意向 US\$40,000/, full: /^席位已满/ },
    ...{ join: '加入候补名单', first: /^您在候补名单中排第 1 位/, offered: /^已为您保留一个席位/ },
  },
  {
    ...{
      email: 'hui@harbour.example',
      firstname: 'Hui',
      lastname: 'Lin',
      language: 'zh-Hant' as const,
      initials: 'HL',
    },
    ...{ panel: /^認購意願/, amount: '意願金額（USD）', signed: '簽名（姓名或縮寫）', review: '核對' },
    ...{ confirm: /^送出 US\$.*的認購意願$/, done: /^已記錄您的認購意願 US\$40,000/, full: /^席次已滿/ },
    ...{ join: '加入候補名單', first: /^您在候補名單中排第 1 位/, offered: /^已為您保留一個席次/ },
  },
] as const
type Investor = (typeof investors)[number]

/** Fills in the form of a commitment, up to its last button. */
async function prepare(page: Page, words: Investor): Promise<void> {
  await page.getByLabel(words.amount).fill('40000')
  await page.getByLabel(words.signed).fill(words.initials)
  await page.getByRole('button', { name: words.review }).click()
  await expect(page.getByRole('button', { name: words.confirm })).toBeVisible()
}

/** Chooses an option of a field that searches. */
async function choose(within: Page | Locator, field: string, option: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: field }).click()
  const page = 'page' in within ? within.page() : within
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('[PROD-036, PROD-037, PROD-038] the seats of a series go to those who are first, and on to those who wait', async ({
  browser,
  stack,
}) => {
  test.setTimeout(420_000)
  const { people, password } = stack.facts
  const mark = Date.now().toString(36).slice(-4)
  const [company, vehicle, series] = [`Harbour ${mark}`, `Harbour Light ${mark} LLC`, `Series ${mark}`]
  const admin = await browserOf(browser, stack)

  await test.step('an administrator makes company, vehicle and series', async () => {
    await signIn(admin, people.admin.username, password)
    await admin.goto('/companies')
    await admin.getByRole('button', { name: 'Add company' }).first().click()
    await admin.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill(company)
    await admin.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(admin.getByText(`${company} was added.`)).toBeVisible()
    await isAccessible(admin)

    await admin.goto('/spv/list')
    await admin.getByRole('button', { name: 'Add SPV' }).first().click()
    await admin.getByRole('textbox', { name: 'Legal name' }).fill(vehicle)
    await admin.getByRole('textbox', { name: 'EIN', exact: true }).fill('12-3456789')
    await admin.getByRole('textbox', { name: 'Confirm EIN' }).fill('123456789')
    const drawer = admin.getByRole('dialog')
    await choose(drawer, 'Country or region', 'United States')
    await choose(drawer, 'State or province', 'DE Delaware')
    await admin.getByRole('textbox', { name: 'Registered agent' }).fill('Delaware Agents Inc')
    await isAccessible(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(admin.getByText(`${vehicle} was added.`)).toBeVisible()

    await admin.getByRole('button', { name: `Actions for ${vehicle}` }).click()
    await admin.getByRole('menuitem', { name: 'Series' }).click()
    await admin.getByRole('button', { name: 'Add series' }).first().click()
    await admin.getByRole('textbox', { name: 'Series name' }).fill(series)
    await choose(drawer, 'Company', company)
    await choose(drawer, 'Status', 'Open')
    await admin.getByRole('textbox', { name: 'Minimum co-investment' }).fill('25k')
    await admin.getByRole('textbox', { name: 'Maximum investors' }).fill('2')
    await isAccessible(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(admin.getByRole('cell', { name: '0 of 2' })).toBeVisible()
  })

  const ada = await callerOf(stack, people.admin.username, password)
  const [made] = (await ada.getCompanyList({ name: company })).items
  await ada.createPresenterCompany({ company_id: made?.id ?? '', user_id: people.presenter.id, is_first: true })

  const planner = await browserOf(browser, stack)
  const name = `Harbour round ${mark}`
  await test.step('the presenter plans a pitch for it', async () => {
    await signIn(planner, people.presenter.username, password)
    await planner.goto('/pitches/create')
    await planner.getByLabel('Pitch name').fill(name)
    const day = DateTime.utc().plus({ days: 1 }).toFormat('MM/dd/yyyy')
    for (const [group, hours] of [
      ['Start', '10'],
      ['End', '11'],
    ] as const) {
      const field = planner.getByRole('group', { name: group })
      await field.getByRole('textbox').first().fill(day)
      await planner.keyboard.press('Escape')
      await field.getByLabel(`${group}: hours`).fill(hours)
      await field.getByLabel(`${group}: minutes`).fill('00')
      await field.getByLabel(`${group}: AM or PM`).press('A')
    }
    await planner.getByLabel('Present without slides').check()
    await choose(planner, 'SPV series', new RegExp(series))
    await planner.getByLabel('Everyone in the room').check()
    await isAccessible(planner)
    await planner.getByRole('button', { name: 'Create pitch' }).click()
    await expect(planner.getByRole('heading', { name })).toBeVisible()
    await planner.close()
  })
  const paula = await callerOf(stack, people.presenter.username, password)
  const { items } = await paula.getPitchListForPresenter({ limit: 100 })
  const { uuid = '' } = items.find(({ presentation_name }) => presentation_name === name) ?? {}
  await paula.invitePitchByManuallyContacts({
    uuid,
    attendees_arr: investors.map(({ email, firstname, lastname, language }) => ({
      ...{ email, firstname, lastname, language },
    })),
  })

  const rooms = await Promise.all(
    investors.map(async words => {
      await expect.poll(async () => (await joinLinksOf(stack, words.email)).length).toBeGreaterThan(0)
      const [link = ''] = await joinLinksOf(stack, words.email)
      const page = await browserOf(browser, stack)
      await page.goto(link)
      await expect(page).toHaveURL(/\/join-session-wait\?pitch=/)
      return { page, words }
    }),
  )
  const presenter = await enter(browser, stack, 'presenter', { id: 0, uuid, name })
  await presenter.getByRole('button', { name: 'Start pitch' }).click()
  await presenter.getByRole('button', { name: 'Start now' }).click()
  await Promise.all(
    rooms.map(async ({ page, words }) => {
      await expect(page).toHaveURL(new RegExp(`/live/${uuid}`), { timeout: 30_000 })
      await openPanel(page, words.panel)
      await prepare(page, words)
    }),
  )

  let [late] = rooms
  await test.step('three investors commit at once: two have a seat, the third waits', async () => {
    await Promise.all(rooms.map(({ page, words }) => page.getByRole('button', { name: words.confirm }).click()))
    await Promise.all(
      rooms.map(({ page, words }) =>
        expect(page.getByText(words.done).or(page.getByRole('button', { name: words.join }))).toBeVisible(),
      ),
    )
    const without: typeof rooms = []
    for (const room of rooms) if (!(await room.page.getByText(room.words.done).isVisible())) without.push(room)
    expect(without).toHaveLength(1)
    ;[late] = without
    if (!late) return
    const { page, words } = late
    await expect(page.getByText(words.full)).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: words.join }).click()
    await expect(page.getByText(words.first)).toBeVisible()
  })
  if (!late) return
  const { page, words } = late
  const kept = rooms.filter(room => room !== late)

  await test.step('one commitment is withdrawn, with a reason', async () => {
    await presenter.goto(`/pitch-management/${uuid}`)
    await presenter.getByRole('tab', { name: 'Commitments' }).click()
    await expect(presenter.getByText('US$80,000').first()).toBeVisible()
    await expect(presenter.getByRole('region', { name: 'Waiting list' })).toContainText(words.firstname)
    await isAccessible(presenter)
    const { firstname, lastname } = kept[0]?.words ?? investors[0]
    await presenter.getByRole('button', { name: `Actions for ${firstname} ${lastname}` }).click()
    await presenter.getByRole('menuitem', { name: 'Withdraw commitment' }).click()
    await presenter.getByLabel('Reason for the investor').fill('The letter of accreditation has expired.')
    await isAccessible(presenter)
    await presenter.getByRole('button', { name: 'Withdraw commitment' }).click()
    await expect(presenter.getByRole('heading', { name: 'Withdrawn commitments' })).toBeVisible()
    await expect(presenter.getByText('Seat offered until')).toBeVisible()
  })

  await test.step('who waits is offered the seat, in the room and by mail, and takes it', async () => {
    await expect(page.getByText(words.offered)).toBeVisible()
    await isAccessible(page)
    const texts = async () => (await mailsOf(stack, words.email)).filter(text => text.includes(name))
    await expect.poll(async () => (await texts()).length).toBeGreaterThan(1)
    // the other one has no seat any longer, and sees so
    const gone = kept[0]
    await expect(gone?.page.getByText(gone.words.full) ?? presenter.getByText('-')).toBeVisible()
    await prepare(page, words)
    await page.getByRole('button', { name: words.confirm }).click()
    await expect(page.getByText(words.done)).toBeVisible()
    await isAccessible(page)
  })

  await test.step('the administrator sees a full series', async () => {
    await admin.reload()
    await expect(admin.getByRole('cell', { name: '2 of 2' })).toBeVisible()
    await expect(admin.getByRole('cell', { name: 'Full' })).toBeVisible()
    await isAccessible(admin)
  })
})
